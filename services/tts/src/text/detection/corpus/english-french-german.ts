export const ENGLISH = `
Angela Merkel visited Tokyo
Your package has arrived
Dinner is ready now
Turn off the kitchen lights
Battery low, please charge
Two new messages received
Washing machine finished
Front door left open
Meeting moved to Thursday
Pierre and Marie Curie won twice
The Mona Lisa hangs in Paris
Volkswagen recalls thousands of cars
Bring pasta and fresh mozzarella
My kindergarten teacher was strict
Barcelona beat Juventus last night
Temperature outside is twenty degrees
Take your umbrella today
Garage door closing
Playing songs by Edith Piaf
Next stop, Champs Elysees
Alarm set for seven
Water the plants tomorrow
Call Giovanni after lunch
No new mail today
Printer out of paper
The croissants smell wonderful
Sorry, wrong number
Heavy traffic near Berlin
Happy birthday, dear Carlos
Keep left at the roundabout
Someone rang the doorbell
José plays guitar beautifully
Order two tacos and guacamole
Timer finished, check the oven
Vacuum cleaner is stuck
What time does school start
Download complete
Software update available tonight
Lost connection to the server
Beethoven wrote nine symphonies
Ask Siri about the weather
Driver arriving in three minutes
Sunny with light winds
Feed the cat twice
Your taxi is waiting outside
Nobody answered the phone
Picasso painted Guernica
Dishwasher needs more salt
Good night and sweet dreams
Fresh sushi every Friday
`;

export const FRENCH = `
Température extérieure 21 degrés
Votre colis est arrivé
Le dîner est prêt
Éteins la lumière du salon
Batterie faible, branchez le chargeur
Deux nouveaux messages reçus
Machine à laver terminée
Porte d'entrée restée ouverte
Réunion reportée à jeudi
Angela Merkel a visité Tokyo
La tour Eiffel est fermée
Volkswagen rappelle des milliers de voitures
Achète des pâtes et du parmesan
Le weekend commence bientôt
Barcelone gagne contre la Juventus
Il fait vingt degrés dehors
Prends ton parapluie aujourd'hui
Fermeture du garage en cours
Musique de Bob Dylan
Prochain arrêt, gare du Nord
Réveil réglé à sept heures
Arrose les plantes demain
Appelle Giovanni après le déjeuner
Aucun nouveau courriel
Plus de papier dans l'imprimante
Ces croissants sentent bon
Désolé, mauvais numéro
Circulation dense près de Berlin
Joyeux anniversaire, cher Carlos
Tournez à gauche au rond-point
Quelqu'un sonne à la porte
José joue très bien du piano
Commande deux pizzas et un tiramisu
Minuteur terminé, vérifiez le four
L'aspirateur est bloqué
À quelle heure commence l'école
Téléchargement terminé
Mise à jour disponible ce soir
Connexion perdue avec le serveur
Beethoven a écrit neuf symphonies
Demande la météo à Siri
Chauffeur arrivé dans trois minutes
Temps ensoleillé, vent léger
Nourris le chat deux fois
Votre taxi vous attend dehors
Personne ne répond au téléphone
Picasso a peint Guernica
Ajoutez du sel au lave-vaisselle
Bonne nuit et beaux rêves
Sushi frais chaque vendredi
`;

export const GERMAN = `
Außentemperatur 21 Grad
Ihr Paket ist angekommen
Das Abendessen ist fertig
Mach das Licht im Wohnzimmer aus
Akku schwach, bitte aufladen
Zwei neue Nachrichten erhalten
Waschmaschine ist fertig
Haustür steht noch offen
Besprechung auf Donnerstag verschoben
Emmanuel Macron besuchte Tokio
Der Eiffelturm ist geschlossen
Volkswagen ruft tausende Autos zurück
Kauf Pasta und frischen Mozzarella
Das Meeting beginnt gleich
Barcelona schlägt Juventus Turin
Draußen sind es zwanzig Grad
Nimm heute einen Regenschirm mit
Garagentor schließt sich
Musik von Edith Piaf
Nächster Halt, Hauptbahnhof
Wecker auf sieben gestellt
Morgen die Blumen gießen
Ruf Giovanni nach dem Mittagessen an
Keine neuen E-Mails
Drucker hat kein Papier mehr
Die Croissants riechen wunderbar
Tut mir leid, falsch verbunden
Stau auf der A8 bei München
Alles Gute zum Geburtstag, Carlos
Im Kreisverkehr links abbiegen
Jemand hat geklingelt
José spielt wunderschön Gitarre
Zwei Pizzen und ein Tiramisu
Timer abgelaufen, Backofen prüfen
Der Staubsauger steckt fest
Wann beginnt die Schule
Download abgeschlossen
Heute Abend Update verfügbar
Verbindung zum Server verloren
Beethoven schrieb neun Sinfonien
Frag Siri nach dem Wetter
Fahrer kommt in drei Minuten
Sonnig mit leichtem Wind
Bitte zweimal die Katze füttern
Ihr Taxi wartet draußen
Niemand geht ans Telefon
Picasso malte Guernica
Spülmaschine braucht Salz
Gute Nacht und süße Träume
Freitags gibt es frisches Sushi
`;
