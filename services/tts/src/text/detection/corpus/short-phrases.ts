/** Notices, greetings and requests of one to eight words, one a line; not those that the detector was first tuned with. */
export const SHORT_PHRASES: Readonly<Record<string, string>> = {
  en: `
Mailbox
Go
Stop it
Print job done
Dishwasher done
Hall lamp on
Garden sprinkler off
Bike stolen
Doorbell pressed twice
Water leak detected
Smoke alarm test
Baby is awake
Market opens higher
Team wins cup final
Let it snow
Lunch is served
Call mum
Buy milk and eggs
Take out the trash
Alt text and caption
Read more
Add to cart
Sign in
Page not found
Invalid token
Build failed
Merge branch main
Pull request opened
Kubernetes pod crashed
Disk almost full
Vacuum docked
Dog walked
1 and 2
2 * 3 and 4
Good evening everyone
Hobbits live in holes
Frodo went to Mordor
Yoga at seven
Zombie attack
Merry Christmas
Happy New Year
Thank You
Good Night
Emergency Exit
WARNING
DO NOT ENTER
Hello
Thanks
yes
please
The kettle has boiled
Someone left the fridge open
Where did I park the car
Heads or tails
Tap to continue
Volume at fifty percent
Mozart was born in Salzburg
Password reset link expired
Bread, butter and jam
My sister lives in Madrid
Gate closes in ten minutes
Great job everybody
Cat on the roof
Your order ships tomorrow
The Eiffel Tower is tall
Keep calm and carry on
Bus number nine is late
Paris is lovely in spring
Curry with basmati rice
Order from Alibaba shipped
Reboot required
He plays the cello
Elon Musk bought Twitter
I'm at the spa
Mind the gap
Robot vacuum returned to base
Zurich flight delayed
The train is late
I do not understand
The door is open
I would like a coffee
My sister lives in Leeds
The dog is asleep
The house is big
See you tomorrow
It is very cold
Let us go and eat
The kids play outside
What time is it
I have to go
The cat eats fish
Everything is fine
Good evening
Turn off the light
It is three o'clock
I like it a lot
One moment please
`,
  de: `
Milch kaufen
Müll rausstellen
Hund füttern
Spüler fertig
Bad belegt
Wecker um sieben
Garten bewässern
Heizung an
Rolladen runter
Ich hab Hunger
Mach das Licht aus
Oma anrufen
Zug fällt aus
Akku leer
5 und 6
Kein Empfang
Guten Abend allerseits
Jemand klingelt
Morgen wird es wärmer
Mein Fahrrad wurde geklaut
Vergiss den Schirm nicht
Bis gleich
Na klar
Guten Appetit
Gute Nacht
Frohe Weihnachten
Alles Gute
ACHTUNG STUFE
Hallo
Danke
ja
bitte
Der Wasserkocher ist fertig
Wo habe ich geparkt
Kopf oder Zahl
Brot, Butter und Marmelade
Meine Schwester wohnt in Madrid
Kühlschrank steht offen
Lautstärke auf fünfzig Prozent
Gute Besserung
Schönes Wochenende
Bitte Platz nehmen
Ihr Konto wurde gesperrt
Nicht stören
Das Haustier schläft
Rauchmelder prüfen
Ein Bier bitte
Ruhe bitte
Bus Linie neun verspätet
Paris ist schön im Frühling
Curry mit Reis
Neustart erforderlich
Er spielt Cello
Flug nach Zürich verspätet
Der Saugroboter ist festgefahren
Windows Update installiert
Elon Musk hat Twitter gekauft
Termin beim Zahnarzt
Backofen vorgeheizt
Der Zug hat Verspätung
Ich verstehe nicht
Die Tür ist offen
Ich möchte einen Kaffee
Meine Schwester wohnt in Kiel
Der Hund schläft
Das Haus ist groß
Bis morgen
Es ist sehr kalt
Wir gehen essen
Die Kinder spielen draußen
Wie spät ist es
Ich muss los
Die Katze frisst Fisch
Alles ist gut
Guten Abend
Es ist drei Uhr
Gefällt mir sehr
Einen Moment bitte
Los geht's
Na gut
Ich weiß
Mir ist kalt
`,
  fr: `
Acheter du lait
Sortir les poubelles
Appelle maman
Train supprimé
Batterie vide
J'ai faim
Bonsoir tout le monde
On sonne
Il fera plus chaud demain
On m'a volé mon vélo
N'oublie pas ton parapluie
Chauffage allumé
Volets fermés
Fuite d'eau
Le chat a faim
3 et 4
Réveil à sept heures
Bien sûr
Éteindre la lumière
Lave-vaisselle terminé
Bonne Nuit
DÉFENSE DE FUMER
Bonjour
Merci
oui
s'il vous plaît
La bouilloire est prête
Où ai-je garé la voiture
Pile ou face
Pain, beurre et confiture
Ma sœur habite à Madrid
Le frigo est ouvert
Volume à cinquante pour cent
Bon rétablissement
Bon week-end
Ne pas déranger
Une bière s'il vous plaît
Le chien dort
Votre compte est bloqué
Mot de passe oublié
Asseyez-vous
Silence s'il vous plaît
Bus neuf en retard
Paris est belle au printemps
Redémarrage nécessaire
Il joue du violoncelle
Vol pour Zurich retardé
Elon Musk a acheté Twitter
Rendez-vous chez le dentiste
Four préchauffé
Le robot est bloqué
Poulet au curry
Clé trouvée
Le train est en retard
Je ne comprends pas
La porte est ouverte
Je voudrais un café
Ma sœur habite à Lyon
La maison est grande
À demain
Il fait très froid
On va manger
Les enfants jouent dehors
Quelle heure est-il
Je dois partir
Le chat mange du poisson
Tout va bien
Bonsoir à tous
Éteins la lumière
Il est trois heures
Ça sent bon
Un moment, s'il vous plaît
On y va
Tant pis
Bonne chance
`,
  es: `
Comprar leche
Sacar la basura
Llama a mamá
Tren cancelado
Tengo hambre
Buenas tardes a todos
Llaman a la puerta
Mañana hará más calor
Me robaron la bici
No olvides el paraguas
Persianas bajadas
Fuga de agua
Claro que sí
Despertador a las siete
Riego apagado
Lavavajillas terminado
Calefacción encendida
Nos vemos luego
Feliz Navidad
PROHIBIDO FUMAR
Hola
Gracias
sí
por favor
El hervidor está listo
Dónde aparqué el coche
Cara o cruz
Pan, mantequilla y mermelada
Mi hermana vive en Madrid
La nevera está abierta
Volumen al cincuenta por ciento
Que te mejores
Buen fin de semana
No molestar
Una cerveza por favor
El perro duerme
Su cuenta está bloqueada
Contraseña olvidada
Tome asiento
Silencio por favor
Autobús nueve con retraso
París es bonita en primavera
Reinicio necesario
Toca el violonchelo
Vuelo a Zúrich retrasado
Elon Musk compró Twitter
Cita con el dentista
Horno precalentado
El robot está atascado
Pollo al curry
Llave encontrada
El tren llega tarde hoy
No lo entiendo
La puerta está abierta
Quiero un café con leche
Mi hermana vive en Girona
La casa es grande
Hasta mañana
Hace mucho frío
Vamos a comer
Los niños juegan fuera
Qué hora es
Tengo que salir
El gato come pescado
Todo va bien
Buenas tardes
Apaga la luz
Son las tres
Me gusta mucho
Un momento, por favor
No sé
Mi casa
Te quiero
`,
  it: `
Comprare il latte
Portare fuori la spazzatura
Chiama mamma
Treno cancellato
Ho fame
Buonasera a tutti
Suonano alla porta
Domani farà più caldo
Mi hanno rubato la bici
Non dimenticare l'ombrello
Tapparelle chiuse
Perdita d'acqua
Certo che sì
Sveglia alle sette
Riscaldamento acceso
Lavastoviglie finita
Ci vediamo dopo
Buon Natale
VIETATO FUMARE
Ciao
Grazie
sì
per favore
Il bollitore è pronto
Dove ho parcheggiato
Testa o croce
Pane, burro e marmellata
Mia sorella vive a Madrid
Il frigo è aperto
Volume al cinquanta per cento
Guarisci presto
Buon fine settimana
Non disturbare
Una birra per favore
Il cane dorme
Il tuo conto è bloccato
Password dimenticata
Si accomodi
Silenzio per favore
Autobus nove in ritardo
Parigi è bella in primavera
Riavvio necessario
Suona il violoncello
Volo per Zurigo in ritardo
Elon Musk ha comprato Twitter
Appuntamento dal dentista
Forno preriscaldato
Il robot è bloccato
Chiave trovata
Il treno è in ritardo
Non capisco
La porta è aperta
Vorrei un caffè
Mia sorella vive a Torino
La casa è grande
A domani
Fa molto freddo
Andiamo a mangiare
I bambini giocano fuori
Che ore sono
Devo uscire
Il gatto mangia il pesce
Va tutto bene
Spegni la luce
Sono le tre
Mi piace molto
Un momento, per favore
Ti amo
Non so
Sono qui
`,
  pt: `
Comprar leite
Levar o lixo
Liga à mãe
Comboio cancelado
Tenho fome
Boa tarde a todos
Estão a bater à porta
Amanhã vai estar mais quente
Roubaram a minha bicicleta
Não esqueças o guarda-chuva
Estores fechados
Fuga de água
Claro que sim
Despertador às sete
Aquecimento ligado
Máquina de lavar loiça terminada
Até logo
Feliz Natal
PROIBIDO FUMAR
Olá
Obrigado
sim
A chaleira está pronta
Onde estacionei o carro
Cara ou coroa
Pão, manteiga e geleia
A minha irmã mora em Madrid
O frigorífico está aberto
Volume a cinquenta por cento
As melhoras
Bom fim de semana
Não incomodar
Uma cerveja por favor
O cão dorme
A sua conta está bloqueada
Senha esquecida
Sente-se por favor
Silêncio por favor
Autocarro nove atrasado
Paris é linda na primavera
Reinício necessário
Ele toca violoncelo
Voo para Zurique atrasado
Elon Musk comprou o Twitter
Consulta no dentista
Forno aquecido
O robô está preso
Frango ao curry
Chave encontrada
O trem está atrasado
Não entendo
A porta está aberta
Quero um café
Minha irmã mora em Lisboa
O cachorro dorme
A casa é grande
Até amanhã
Faz muito frio
Vamos comer
As crianças brincam lá fora
Que horas são
Tenho que sair
O gato come peixe
Está tudo bem
Boa tarde
Apaga a luz
São três horas
Gosto muito
Um momento, por favor
Eu te amo
Não sei
Vamos embora
`,
  ko: `
YouTube 재생
Zoom 회의 시작
Netflix 재생
Gmail 새 메일
냉장고 문이 열렸어요
`,
  zh: `
Python 教程
Spotify 停止
打开 Bluetooth
Windows Update 完成
微信 WeChat 消息
Gmail 新邮件
冰箱门开着
`,
  ja: `
Facebook ログイン
Amazon Prime 更新しました
Gmailに新着メール
冷蔵庫のドアが開いています
`,
  ru: `
Spotify включи
Bluetooth подключен
Купить молоко
Вынеси мусор
Поезд отменён
Я голоден
Добрый вечер всем
Завтра будет теплее
Много снега
Чайник вскипел
Где я припарковался
Хлеб, масло и варенье
Моя сестра живёт в Madrid
Не беспокоить
Там было много людей
Благодаря тебе я успел
Будь здоров и счастлив
Добро пожаловать домой
Он сам всё сделал
Приходи ко мне завтра
Мы гуляли у сада
Где моя кофта
Поезд опаздывает на час
Дан полный ответ
Ласка и забота
Завтра будет дождь
Кофе готов
К маю всё готово
Дверь открыта
Ребята смотрят кино
Партия победила
Зачем ты это сделал
Стиральная машина готова
Она живёт в Софии
Сутра Лотоса
Мама мыла раму
Хвала и слава
Он е-мейл прислал
Витамин Е полезен
`,
};

/** Phrases in languages that are none of the ten, many of them near to one. */
export const FOREIGN_PHRASES: Readonly<Record<string, string>> = {
  nl: `
De trein vertrekt om negen uur
Ik heb honger
Het eten is klaar
Vergeet je paraplu niet
Wat is het weer vandaag
Zet de radio aan
Goedenavond allemaal
Er is iemand aan de deur
Morgen wordt het warmer
Mijn fiets is gestolen
Batterij bijna leeg
Lekker weertje
De waterkoker is klaar
Waar heb ik geparkeerd
Brood, boter en jam
Mijn zus woont in Madrid
Niet storen alsjeblieft
Stilte alstublieft
De vlucht naar Zürich is vertraagd
Hij speelt cello
Afspraak bij de tandarts
Sleutel gevonden
De trein heeft vandaag vertraging
Hoeveel kost dit
Ik begrijp het niet
Kunt u mij helpen
Waar is het ziekenhuis
Tot morgen dan
Mijn zus woont in Utrecht
De deur staat open
De batterij is bijna leeg
U heeft drie nieuwe berichten
De hond ligt op de vloer
Ik wil graag een kopje koffie
De wasmachine is klaar
Het regent de hele dag
`,
  pl: `
Pociąg odjeżdża o dziewiątej
Jestem głodny
Obiad gotowy
Nie zapomnij parasola
Jaka jest dzisiaj pogoda
Zgaś światło w kuchni
Dobry wieczór wszystkim
Ktoś jest przy drzwiach
Jutro bedzie cieplej
Ukradziono mi rower
Masz dwie nowe wiadomosci
Smacznego i na zdrowie
Czajnik się zagotował
Gdzie zaparkowałem samochód
Chleb, masło i dżem
Moja siostra mieszka w Madrycie
Nie przeszkadzać
Proszę o ciszę
Lot do Zurychu opóźniony
On gra na wiolonczeli
Wizyta u dentysty
Pociąg jest dzisiaj opóźniony
Ile to kosztuje
Nie rozumiem
Czy może mi pan pomóc
Gdzie jest szpital
Do zobaczenia jutro
Moja siostra mieszka w Krakowie
Drzwi są otwarte
Bateria prawie pusta
Masz trzy nowe wiadomości
Pies śpi na podłodze
Poproszę kawę z mlekiem
Pralka skończyła
Cały dzień pada deszcz
`,
  cs: `
Vlak odjíždí v devět hodin
Mám hlad
Oběd je hotový
Nezapomeň si deštník
Jaké je dnes počasí
Zhasni v kuchyni
Dobrý večer všem
Někdo je u dveří
Zítra bude tepleji
Ukradli mi kolo
Konvice je hotová
Kde jsem zaparkoval
Moje sestra bydlí v Madridu
Nerušit prosím
Let do Curychu má zpoždění
Klíč nalezen
Vlak má dnes zpoždění
Kolik to stojí
Nerozumím vám
Můžete mi pomoci
Kde je nemocnice
Uvidíme se zítra
Moje sestra bydlí v Praze
Dveře jsou otevřené
Baterie je skoro vybitá
Máte tři nové zprávy
Pes spí na zemi
Dal bych si kávu
Pračka je hotová
Celý den prší
`,
  sk: `
Vlak odchádza o deviatej
Som hladný
Dobrý večer všetkým
Niekto je pri dverách
Zajtra bude teplejšie
Zabudol som dáždnik
Kanvica je hotová
Moja sestra býva v Madride
Vlak dnes mešká
Koľko to stojí
Nerozumiem tomu
Môžete mi pomôcť
Kde je nemocnica
Uvidíme sa zajtra
Moja sestra býva v Košiciach
Dvere sú otvorené
Batéria je takmer vybitá
Máte tri nové správy
Pes spí na zemi
Dám si kávu
Práčka je hotová
Celý deň prší
`,
  sv: `
Tåget avgår klockan nio
Jag är hungrig
Maten är klar
Glöm inte paraplyet
Hur är vädret i dag
Släck lampan i köket
God kväll allihopa
Det är någon vid dörren
I morgon blir det varmare
Min cykel har blivit stulen
Vad heter du
Tvätten klar
Vattenkokaren är klar
Var parkerade jag
Bröd, smör och sylt
Min syster bor i Madrid
Stör ej
Tyst tack
Flyget till Zürich är försenat
Han spelar cello
Tåget är försenat i dag
Vad kostar det här
Jag förstår inte
Kan du hjälpa mig
Var ligger sjukhuset
Vi ses i morgon bitti
Min syster bor i Göteborg
Dörren är öppen
Batteriet är nästan slut
Du har tre nya meddelanden
Hunden ligger på golvet
Jag skulle vilja ha en kopp kaffe
Tvättmaskinen är klar
Det regnar hela dagen
`,
  da: `
Toget afgår klokken ni
Jeg er sulten
Maden er klar
Glem ikke paraplyen
Hvordan er vejret i dag
Sluk lyset i køkkenet
Godaften alle sammen
Der er nogen ved døren
I morgen bliver det varmere
Min cykel er blevet stjålet
Elkedlen er færdig
Hvor har jeg parkeret
Brød, smør og syltetøj
Min søster bor i Madrid
Flyet til Zürich er forsinket
Toget er forsinket i dag
Hvad koster det
Jeg forstår det ikke
Kan du hjælpe mig
Hvor ligger sygehuset
Vi ses i morgen
Min søster bor i Aarhus
Døren er åben
Batteriet er næsten tomt
Du har tre nye beskeder
Hunden ligger på gulvet
Jeg vil gerne have en kop kaffe
Vaskemaskinen er færdig
Det regner hele dagen
`,
  no: `
Toget går klokka ni
Jeg er sulten nå
Maten er klar
Ikke glem paraplyen
Hvordan er været i dag
Slå av lyset på kjøkkenet
Hva heter du
Det er noen ved døra
I morgen blir det varmere
Sykkelen min er stjålet
Vannkokeren er ferdig
Hvor parkerte jeg
Søsteren min bor i Madrid
Ikke forstyrr
Flyet til Zürich er forsinka
Toget er forsinket i dag
Hva koster det
Jeg forstår ikke
Kan du hjelpe meg
Hvor er sykehuset
Vi sees i morgen
Søsteren min bor i Bergen
Døren er åpen
Batteriet er nesten tomt
Du har tre nye meldinger
Hunden ligger på gulvet
Jeg vil gjerne ha en kopp kaffe
Vaskemaskinen er ferdig
Det regner hele dagen
`,
  fi: `
Juna lähtee yhdeksältä
Minulla on nälkä
Ruoka on valmis
Älä unohda sateenvarjoa
Millainen sää on tänään
Sammuta valot keittiöstä
Hyvää iltaa kaikille
Joku on ovella
Huomenna on lämpimämpää
Pyykki valmis
Vedenkeitin on valmis
Mihin pysäköin auton
Leipä, voi ja hillo
Siskoni asuu Madridissa
Lento Zürichiin on myöhässä
Hän soittaa selloa
Juna on tänään myöhässä
Paljonko tämä maksaa
En ymmärrä
Voitteko auttaa minua
Missä sairaala on
Nähdään huomenna
Siskoni asuu Turussa
Ovi on auki
Akku on melkein tyhjä
Sinulla on kolme uutta viestiä
Koira nukkuu lattialla
Haluaisin kupin kahvia
Pesukone on valmis
Sataa koko päivän
`,
  hu: `
A vonat kilenckor indul
Éhes vagyok
Kész az ebéd
Ne felejtsd el az esernyőt
Milyen idő van ma
Kapcsold le a villanyt
Jó estét mindenkinek
Valaki van az ajtónál
Holnap melegebb lesz
Ellopták a biciklimet
A vízforraló kész
Hol parkoltam le
Kenyér, vaj és lekvár
A nővérem Madridban él
A zürichi járat késik
A kulcs megvan
A vonat ma késik
Mennyibe kerül ez
Nem értem
Tudna segíteni nekem
Hol van a kórház
Holnap találkozunk
A nővérem Budapesten él
Az ajtó nyitva van
Az akkumulátor majdnem lemerült
Három új üzenete van
A kutya a padlón alszik
Kérek egy kávét
A mosógép kész
Egész nap esik az eső
`,
  tr: `
Tren saat dokuzda kalkıyor
Karnım aç
Yemek hazır
Şemsiyeni unutma
Bugün hava nasıl
Mutfağın ışığını kapat
Herkese iyi akşamlar
Kapıda biri var
Yarın daha sıcak olacak
Bisikletim çalındı
Su ısıtıcısı hazır
Arabayı nereye park ettim
Ekmek, tereyağı ve reçel
Kız kardeşim yaşıyor
Rahatsız etmeyin
Sessiz olun lütfen
Zürih uçuşu gecikti
Anahtar bulundu
Tren bugün gecikti
Bu ne kadar
Anlamıyorum
Bana yardım eder misiniz
Hastane nerede
Yarın görüşürüz
Kız kardeşim Ankara'da yaşıyor
Kapı açık
Pil neredeyse bitti
Üç yeni mesajınız var
Köpek yerde uyuyor
Bir kahve istiyorum
Çamaşır makinesi bitti
Bütün gün yağmur yağıyor
`,
  ro: `
Trenul pleacă la ora nouă
Mi-e foame
Masa este gata
Nu uita umbrela
Cum este vremea astăzi
Stinge lumina din bucătărie
Bună seara tuturor
Este cineva la ușă
Mâine va fi mai cald
Mi s-a furat bicicleta
Fierbătorul este gata
Unde am parcat mașina
Pâine, unt și gem
Sora mea locuiește la Madrid
Zborul spre Zürich are întârziere
Liniște vă rog
Trenul întârzie astăzi
Cât costă asta
Nu înțeleg nimic
Mă puteți ajuta
Unde este spitalul
Ne vedem mâine
Sora mea locuiește la Cluj
Ușa este deschisă
Bateria este aproape goală
Aveți trei mesaje noi
Câinele doarme pe podea
Aș dori o cafea
Mașina de spălat este gata
Plouă toată ziua
`,
  vi: `
Tàu khởi hành lúc chín giờ
Tôi đói bụng
Đừng quên mang ô
Hôm nay thời tiết thế nào
Tắt đèn trong bếp
Chào buổi tối mọi người
Ấm nước đã sôi
Chị tôi sống ở Madrid
Chuyến bay bị hoãn
`,
  ms: `
Kereta berangkat jam sembilan
Saya lapar
Makan malam sudah siap
Jangan lupa payung
Bagaimana cuaca hari ini
Matikan lampu dapur
Selamat malam semuanya
Ada orang di pintu
Besok akan lebih panas
Pintu terbuka
Cerek sudah siap
Adik saya tinggal di Madrid
Penerbangan ke Zurich ditunda
`,
  hr: `
Vlak polazi u devet sati
Gladan sam
Ručak je gotov
Ne zaboravi kišobran
Kakvo je vrijeme danas
Ugasi svjetlo u kuhinji
Dobra večer svima
Netko je na vratima
Sutra će biti toplije
Kuhalo za vodu je gotovo
Gdje sam parkirao
Moja sestra živi u Madridu
Vlak kasni danas
Koliko to košta
Ne razumijem ništa
Možete li mi pomoći
Gdje je bolnica
Vidimo se sutra
Moja sestra živi u Zagrebu
Vrata su otvorena
Baterija je skoro prazna
Imate tri nove poruke
Pas spava na podu
Želim šalicu kave
Perilica je gotova
Cijeli dan pada kiša
`,
  sl: `
Vlak odpelje ob devetih
Lačen sem
Kosilo je pripravljeno
Kakšno je danes vreme
Kje sem parkiral
`,
  lt: `
Traukinys išvyksta devintą valandą
Aš esu alkanas
Labas vakaras visiems
Mano sesuo gyvena Madride
`,
  lv: `
Vilciens atiet deviņos
Es esmu izsalcis
Labvakar visiem
Mana māsa dzīvo Madridē
`,
  et: `
Rong väljub kell üheksa
Mul on kõht tühi
Tere õhtust kõigile
Mu õde elab Madridis
`,
  is: `
Lestin fer klukkan níu
Ég er svangur
`,
  sq: `
Treni niset në orën nëntë
Unë jam i uritur
`,
  uk: `
Моя сестра живе в Мадриді
Чайник закипів
Доброго ранку
Дякую за допомогу
Як справи
Де мій телефон
Вимкни світло на кухні
Потяг сьогодні запізнюється
Скільки це коштує
Я не розумію
Чи можете мені допомогти
Де знаходиться лікарня
Побачимося завтра
Моя сестра живе у Львові
Двері відчинені
Батарея майже розряджена
У вас три нові повідомлення
Собака спить на підлозі
Я хочу каву
Пральна машина готова
Весь день падає дощ
`,
  bg: `
Сестра ми живее в Мадрид
Чайникът е готов
Добро утро
Какво правиш днес
Благодаря много
Къде е гарата
Влакът закъснява днес
Колко струва това
Не разбирам нищо
Можете ли да ми помогнете
Къде е болницата
Ще се видим утре
Сестра ми живее в София
Вратата е отворена
Батерията е почти изтощена
Имате три нови съобщения
Кучето спи на пода
Искам едно кафе
Пералнята е готова
Цял ден вали дъжд
`,
  sr: `
Моја сестра живи у Мадриду
Добар дан
Како се зовеш
Хвала лепо
Воз данас касни
Колико ово кошта
Не разумем ништа
Можете ли да ми помогнете
Где је болница
Видимо се сутра
Моја сестра живи у Београду
Врата су отворена
Батерија је скоро празна
Имате три нове поруке
Пас спава на поду
Желим једну кафу
Машина је готова
Цео дан пада киша
`,
  ca: `
El tren porta retard avui
Quant costa això
No ho entenc
Em pot ajudar si us plau
On és l'hospital
Ens veiem demà
La meva germana viu a Girona
La porta està oberta
La bateria és gairebé buida
Teniu tres missatges nous
El gos dorm a terra
Voldria un cafè amb llet
La rentadora ha acabat
Avui plourà tot el dia
`,
};
