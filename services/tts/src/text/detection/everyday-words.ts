import type { LanguageCode } from '@ownvoice/shared/contract/languages';

/** Words of messages, notices and requests, which are shorter than the sentences that frequent words are counted in. */
export const EVERYDAY = {
  en: `lol would could should might battery low full empty charge charging message messages received sent door open opened closed closing turn light lights
    kitchen room bedroom machine washing finished ready started done next stop left right street station train bus call called
    mail paper printer weather sunny rain rainy snow wind cloudy degrees outside inside tomorrow tonight yesterday week month year
    monday tuesday wednesday thursday friday saturday sunday minutes hours seconds water food dinner lunch breakfast happy birthday
    dear wrong number phone connection lost server download update available complete completed failed error warning new old big
    small near after before every someone nobody please check play playing music song alarm timer set bought visited wrote painted
    won lost plays likes goes went came makes made takes gives eats drinks sleeps works lives reads needs fresh sweet dreams night evening everyone
    everybody bike stolen car sister brother mother father dog cat merry christmas emergency exit entrance`,
  de: `möchte will kann muss hätte gern akku batterie leer voll laden aufladen nachricht nachrichten neue neuer neues erhalten gesendet tür offen geöffnet geschlossen
    licht küche zimmer wohnzimmer waschmaschine spülmaschine fertig beendet gestartet nächste nächster halt links rechts straße
    bahnhof zug anruf papier drucker wetter sonnig regen schnee wind bewölkt grad draußen drinnen abend heute gestern woche monat
    jahr montag dienstag mittwoch donnerstag freitag samstag sonntag minuten stunden sekunden wasser essen abendessen mittagessen
    frühstück alles gute geburtstag liebe lieber falsch nummer telefon verbindung verloren verfügbar abgeschlossen fehler
    warnung alt groß klein nähe jeden jemand niemand prüfen spiele musik lied wecker gestellt gekauft besuchte schrieb malte gewann
    spielt mag geht ging kam macht nimmt gibt isst trinkt schläft arbeitet wohnt liest braucht frisch süße träume nacht temperatur
    appetit besserung wochenende schönes schöne schöner reise fahrt glück achtung vorsicht eingang ausgang ruhe allerseits tage weg klar na frohe weihnachten ostern
    außentemperatur kein keine steht schließt beginnt ihr paket angekommen wartet zwei drei
    los geht's gibt's dich dir mir mich uns euch ihn ihm ihnen weiß weißt kannst könnt können wollen willst musst müssen soll
    darf nichts etwas immer nie schon hier dort dann also doch genau stimmt richtig hunger durst müde kalt warm angst recht bist
    seid komm komme gehe mache sage schau warte problem freund freundin freunde haus arbeit schule zeit sohn tochter mutter
    vater wiedersehen tschüss bald später guter gutes vielen her hin raus rein`,
  fr: `voudrais veux peux peut dois batterie faible pleine vide charge chargeur message messages nouveau nouvelle nouveaux reçu reçus envoyé porte ouverte ouvert
    fermée fermé lumière cuisine chambre salon machine laver terminée terminé prêt prête commencé prochain prochaine arrêt gauche
    droite gare train appel appelle papier imprimante météo temps soleil ensoleillé pluie neige vent nuageux degrés dehors demain
    soir hier semaine mois année lundi mardi mercredi jeudi vendredi samedi dimanche minutes heures secondes eau dîner déjeuner
    joyeux anniversaire cher chère mauvais numéro téléphone connexion perdue serveur téléchargement mise jour disponible échec
    erreur attention vieux grand petit près après avant chaque quelqu'un personne aucun aucune vérifiez joue musique chanson réveil
    acheté visité écrit peint gagné gagne aime va vient prend donne mange boit dort travaille habite lit frais fraîche rêves nuit
    bon bonne week-end tous monde chien chat frère sœur noël
    température extérieure votre colis arrivé attend contre deux trois
    y tant pis sais sait savez voulez veut viens allez allons vas t'aime m'aime n'est n'ai n'a rien jamais toujours déjà encore
    maintenant ici alors donc voilà voici vrai faim soif sommeil froid chaud peur raison d'accord m'appelle mon ton ma ta mes
    tes ami amie amis maison école fils fille mère père chance courage bientôt revoir appétit faut`,
  es: `quiero quisiera puedo puede debo batería baja llena vacía carga cargador mensaje mensajes nuevo nueva nuevos recibido recibidos enviado puerta abierta abierto
    cerrada cerrado luz cocina habitación salón lavadora terminada terminado lista listo empezado próxima próximo parada izquierda
    derecha calle estación tren llama llamada correo papel impresora tiempo soleado lluvia nieve viento nublado grados fuera dentro
    mañana noche ayer semana mes año lunes martes miércoles jueves viernes sábado domingo minutos horas segundos agua comida cena
    almuerzo desayuno feliz cumpleaños querido querida perdón número equivocado teléfono conexión perdida servidor descarga
    actualización disponible completada error aviso viejo grande pequeño cerca después antes cada alguien nadie ningún revise toca
    música canción alarma temporizador compró visitó escribió pintó ganó gana gusta va viene toma da come bebe duerme trabaja vive
    lee fresco sueños buena buenas buenos tarde tardes todos todas favor hermana hermano perro gato navidad temperatura exterior paquete llegado espera contra dos tres ha
    sé sabe sabes quiere quieres tengo tiene tienes hago hace digo dice voy vas vamos van casa amigo amiga amigos te mi amor
    mucho muchas muchos poco nada algo así entonces ahora luego pronto nunca siempre claro vale mal aquí allí ahí hambre sed
    frío calor verdad estás estamos están eso esa ese oye mira dime trabajo escuela hijo hija madre padre alegro toques siéntate bonito bonita`,
  it: `vorrei voglio puoi posso devo batteria scarica carica caricatore messaggio messaggi nuovo nuova nuovi ricevuto ricevuti inviato porta aperta aperto chiusa
    chiuso luce cucina camera salotto lavatrice terminata terminato pronto pronta iniziato prossima prossimo fermata sinistra destra
    strada stazione treno chiama chiamata posta carta stampante tempo soleggiato pioggia neve vento nuvoloso gradi fuori dentro
    sera stasera ieri settimana mese anno lunedì martedì mercoledì giovedì venerdì sabato domenica minuti ore secondi acqua cibo cena
    pranzo colazione buon compleanno caro cara scusi scusa numero sbagliato telefono connessione persa server aggiornamento
    disponibile completato scaricamento errore attenzione vecchio grande piccolo vicino dopo prima ogni qualcuno nessuno nessuna
    controlla suona musica canzone sveglia impostata comprato visitato scrisse dipinse vinto vince piace va viene prende dà mangia
    beve dorme lavora vive legge fresco sogni notte buona buonasera tutti tutte favore sorella fratello cane gatto natale temperatura esterna pacco arrivato aspetta contro due tre ha
    amo amore so sa capisco capito vuoi vuole può deve andiamo vieni vengo vado tutto niente nulla qui qua lì là così allora
    però ancora già sempre mai poi adesso bello bella brutto bravo brava casa fame sete sonno paura ragione certo davvero vero
    d'accordo arrivederci prego guarda senti dimmi mamma papà figlio figlia amico amica amici lavoro scuola presto tardi
    domattina`,
  pt: `leite proibido proibida fumar fechar fechado fechada queria quero posso pode devo bateria fraca cheia vazia carga carregador mensagem mensagens novo nova novos recebida recebidas enviado porta aberta aberto
    fechada fechado luz cozinha quarto sala máquina lavar terminada terminado pronto pronta começou próxima próximo parada esquerda
    direita rua estação comboio trem liga ligue chamada correio papel impressora tempo ensolarado sol chuva neve vento nublado graus
    fora dentro noite ontem semana mês ano segunda terça quarta quinta sexta sábado domingo minutos horas segundos água comida jantar
    almoço feliz aniversário querido querida desculpe número errado telefone ligação conexão perdida perdeu servidor
    atualização disponível concluído erro aviso velho grande pequeno perto cada alguém ninguém nenhum nenhuma verifique toca
    música canção alarme temporizador comprou visitou escreveu pintou venceu vence ganhou gosta vai vem pega dá come bebe dorme
    trabalha vive lê fresco sonhos boa boas tarde todos todas favor irmã irmão cão gato natal temperatura exterior encomenda pacote chegou espera contra duas dois três foram falta
    te amo sei sabe quer tenho tem temos vou vais vamos embora aqui ali lá agora logo nunca sempre certo certeza claro nada
    muita muitas muitos pouco fome sede frio calor verdade estás estamos estão isso essa esse casa amigo amiga amor meu minha
    teu tua filho filha mãe pai trabalho escola então assim ainda tchau oi saudades bonito bonita lindo linda espero senta`,
} as const satisfies Readonly<Partial<Record<LanguageCode, string>>>;
