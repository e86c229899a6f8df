/** Frequent and everyday words of other languages with Latin script. */
export const FOREIGN_WORDS: Readonly<Record<string, string>> = {
  nl: `de het een en van ik te dat die in is niet op aan met voor er maar om hem dan zijn haar naar ook nog wel geen mijn wat
    bij hebben heeft wij jij je we ze deze kan wordt worden goed dag hallo bedankt dank waar hoe gaat goedemorgen klaar pakket deur
    vandaag avond licht nieuw nieuwe bericht berichten batterij trein wij het graag huis niemand geleden gesloten`,
  pl: `i w na nie się jest do to że z o jak za po co tak ale od czy dla już ma są był mam tylko jego przez go dzień dobry dziękuję
    proszę gdzie cześć dzisiaj jutro drzwi nowa nowe wiadomość bateria pociąg bardzo została został`,
  cs: `a je v na se že si jsem to s do za ale jak tak co jako po jsou být už pro není dobrý den děkuji kde ahoj prosím byl byla bylo
    má máte mám můžu můžete nebo ještě dnes zítra včera kdy kdo proč kolik tady tam velmi nový nová nové dveře okno vlak voda dům
    město práce noc ráno večer týden rok hodin minut zpráva zprávy pes kočka spí čeká otevřené zavřené hotovo jde mi mě vás vám nic`,
  sk: `a je v na sa že si som to s do za ale ako tak čo po sú byť už pre nie dobrý deň ďakujem kde ahoj prosím bol bola bolo má máte
    mám môžem môžete alebo ešte dnes zajtra včera kedy kto prečo koľko tu tam veľmi nový nová nové dvere okno vlak voda dom mesto
    práca noc ráno večer týždeň rok hodín minút správa správy pes mačka spí čaká otvorené zatvorené hotovo ide mi ma vás vám nič`,
  sv: `och att det är en som på av för med den till inte han hon jag du vi de har om men var ett kan hej tack god morgon mycket från
    eller när hur vad vem varför här där nu idag imorgon igår kväll natt vecka månad år timmar minuter ny nya nytt dörren fönster tåg
    vatten hus hund katt sover väntar öppen stängd klar färdig skulle vill måste bra dåligt mig dig oss min din vår ligger kommer`,
  da: `og at det er en som på af for med den til ikke han hun jeg du vi de har om men var et kan hej tak god hvor meget fra eller når
    hvordan hvad hvem hvorfor her der nu i dag imorgen igår aften nat uge måned år timer minutter ny nye nyt døren vindue tog vand hus
    hund kat sover venter åben lukket klar færdig skulle vil må godt dårligt mig dig os min din vores ligger kommer noget gerne efter næsten
    også blev være uden beskeder besked mere`,
  no: `og at det er en som på av for med den til ikke han hun jeg du vi de har om men var et kan hei takk god hvor veldig fra eller når
    hvordan hva hvem hvorfor her der nå i dag imorgen igår kveld natt uke måned år timer minutter ny nye nytt døren vindu tog vann hus
    hund katt sover venter åpen lukket klar ferdig skulle vil må godt dårlig meg deg oss min din vår ligger kommer noe gjerne etter nesten
    også ble være uten meldinger melding mer mye`,
  fi: `ja on ei että se hän minä sinä mutta kun niin ovat oli olen mitä missä kiitos hyvää päivää huomenta joka myös tänään huomenna
    eilen nyt täällä siellä miksi milloin kuka kuinka paljon vähän hyvin uusi vanha iso pieni ovi vesi talo koira kissa juna viesti
    auki kiinni valmis odottaa tulee menee minun sinun meidän en et emme ole onko voi voin viikko kuukausi vuosi tuntia minuuttia`,
  hu: `a az és hogy nem is egy van de ez meg csak mint már el ha volt jó napot köszönöm hol szia igen nagyon ma holnap tegnap most itt
    ott miért mikor ki hogyan mennyi sok kevés új régi nagy kicsi ajtó ablak víz ház kutya macska vonat üzenet nyitva zárva kész vár
    jön megy én te ő mi vagyok vagy vannak lesz kell lehet nincs hét hónap év óra perc reggel este éjszaka kérem jól minden`,
  tr: `ve bir bu da de için çok ne ben sen o mi mı ama gibi daha var yok değil merhaba teşekkürler günaydın nerede nasıl iyi bugün yarın
    kapı yeni mesaj pil tren bitti hazır açık kapalı`,
  ro: `și să nu de la cu pe este un o în mai că din pentru sunt ce care am bună ziua mulțumesc unde foarte astăzi mâine ieri acum aici
    acolo când cine cum cât nou nouă noi mare mic ușa fereastra apă casa câinele pisica trenul mesaje deschisă închisă gata așteaptă
    vine merge eu tu el ea noi voi sau dar a fost are avem te rog săptămână lună an ore minute dimineața seara noaptea bine toată`,
  ca: `el la els les de que i un una a en per amb no és són del al dels als ha han va van però com més molt molta aquest aquesta això
    què qui quan on perquè meu meva teu teva seu seva avui demà ahir ara aquí allà sempre mai també hi ho em et ens us vull puc pots
    tinc té teniu tenim fa fer ser estar està estan bona dia nit matí tarda setmana mes any hores minuts gràcies adéu hola si us
    plau nou nova nous gran petit porta finestra aigua gos gat tren missatge missatges obert oberta tancat tancada acabat surt
    arriba espera menja dorm treballa viu parla res cap gairebé fins sense amb`,
  hr: `i je u na se da ne što za su od s a kao ali o ili to sam si smo ste biti bio bila bilo nije nisam ima imam imate mogu može možete
    dobar dan hvala molim gdje kako tko kada zašto koliko danas sutra jučer sada ovdje tamo vrlo jako novi nova novo nove vrata prozor
    vlak voda kuća grad posao noć jutro večer tjedan mjesec godina sati minuta poruka poruke pas mačka spava čeka otvoren otvorena
    zatvorena gotovo gotov ide dolazi mi me moj moja moje vam vas ništa nešto sve već još`,
  sl: `in je v na se da ne kaj za so od s a kot ali o to sem si smo ste biti bil bila bilo ni nisem ima imam imate lahko dober dan hvala
    prosim kje kako kdo kdaj zakaj koliko danes jutri včeraj zdaj tukaj tam zelo nov nova novo nove vrata okno vlak voda hiša mesto
    delo noč jutro večer teden mesec leto ur minut sporočilo sporočila pes mačka spi čaka odprta zaprta končano gre pride mi me moj
    moja moje vam vas nič nekaj vse že še`,
  vi: `là và của không có tôi bạn được một này cho những các với người đi xin chào cảm ơn ở đâu rất`,
  ms: `yang dan di ini itu tidak dengan untuk saya anda dari ke ada akan pada apa terima kasih selamat pagi mana sudah bisa`,
};
