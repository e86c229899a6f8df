import { wordSet } from '../tables.js';
import type { Gender } from '../verbalizer.js';

/** How a language's nouns in the singular show their gender, and those of each gender that end otherwise. */
interface NounGenders {
  readonly feminine: RegExp;
  /** Masculine in spite of the ending. */
  readonly either?: RegExp;
  readonly neuter?: RegExp;
  readonly f: ReadonlySet<string>;
  readonly m: ReadonlySet<string>;
  readonly n?: ReadonlySet<string>;
  /** What makes singulars of a plural, each in turn. */
  readonly plurals?: readonly (readonly [RegExp, string])[];
}

const IBERIAN_PLURALS = [
  [/ces$/u, 'z'],
  [/ões$/u, 'ão'],
  [/ais$/u, 'al'],
  [/ns$/u, 'm'],
  [/es$/u, ''],
  [/s$/u, ''],
] as const;

const NOUNS: Readonly<Record<'de' | 'fr' | 'es' | 'it' | 'pt', NounGenders>> = {
  de: {
    feminine: /(?:e|ung|heit|keit|schaft|ion|tät|in|[Ff]rau|[Ss]tadt|[Uu]hr|ik|[ln]acht|liga|zeit)$/u,
    neuter: /(?:chen|lein|ment|um|jahr|spiel|haus|buch|kind|gramm|pfund|byte)$/iu,
    f: wordSet(`Nacht Hand Wand Kraft Zahl Person Bahn Fahrt Zeit Tür Liga Nummer Mutter Tochter Schwester Kuh Maus Gans Bank
      Burg Antwort Arbeit Wahl Art Potenz Feder Butter Steuer Schulter Insel Regel Tafel Gabel Kartoffel Zwiebel Formel
      App Mail E-Mail Box Bar`),
    n: wordSet(`Kapitel Mal Jahrhundert Jahrtausend Jahrzehnt Quartal Semester Bild Tor Gebot Lied Viertel Drittel Gleis
      Bataillon Korps Reich Obergeschoss Untergeschoss Geschoss Training Rennen Treffen Konzert Tier Auto Kilo Stück
      Prozent Grad Glas Brot Ei Paar Team Land Dorf Zimmer Bett Fenster Bier Wasser Geschenk Ziel Wort Fach Feld Heft
      Blatt Dach Dutzend Gesetz Problem System Thema Foto Video Konto Ticket Paket Ergebnis Ereignis Zeugnis Pferd
      Schaf Schwein Huhn Boot Schiff Flugzeug Fahrrad Werk`),
    m: wordSet(`Name Junge Kunde Gedanke Buchstabe Affe Hase Löwe Deutsche Tote Verletzte Vorsitzende Termin Verein Stein Wein
      Rhein Main Kamin Delfin Spion Champion Neffe Kollege Erbe Zeuge Käse Sprung`),
  },
  fr: {
    feminine:
      /(?:[tsx]ion|aison|ée|té|tié|ance|ence|ie|ure|ette|elle|esse|euse|trice|ade|ude|ine|ière|ille|ique|ise|otte|enne|onne)s?$/u,
    plurals: [[/(?<=[^su])s$/u, '']],
    f: wordSet(`femme fois minute seconde nuit table porte rue route page lettre carte photo chambre pomme poire banane orange
      tasse boîte vache poule mère sœur tante école classe place réponse phrase langue chose main dent jambe tête mer
      île plage montagne forêt fleur couleur odeur erreur peur faim fin part mort loi voix croix clé clef eau peau
      équipe guerre étoile planète œuvre règle boucle tâche gare marche course chanson radio note fête date étape
      méthode époque balle salle robe jupe veste pizza crêpe soupe tarte banque ferme tente caisse marque arme bombe
      âme dame victime star vitre vis souris brebis fourmi jument dinde chèvre truite tomate pomme-de-terre olive noix
      pêche herbe branche pierre planche corde chaîne roue vague neige tempête lune lampe ampoule ligne vidéo cuillère
      fenêtre moto offre demande commande somme taxe ressource source norme forme plateforme plate-forme ruche mouche
      cloche poche tache seringue bague digue ligue figue vigne campagne compagne montre rencontre cellule molécule
      particule cible gamme flamme larme tribu vertu touche manche recherche approche bouche couche douche fiche niche
      biche`),
    m: wordSet(`été côté comité traité pâté député arrêté comté karité musée lycée trophée apogée silence incendie génie
      parapluie foie murmure stade grade magazine domaine capitaine cimetière derrière gorille squelette zombie sosie
      messie coryphée mausolée colisée scarabée athée pygmée camée invité retraité décolleté pique-nique mécanique
      moustique cantique lexique portique plastique parjure mercure cyanure dinosaure centaure carbure augure`),
  },
  es: {
    feminine: /(?:a|[csxg]ion|dad|tad|tud|umbre)$/u,
    // A stressed a at the beginning takes `un`.
    either: /istas?$|á$|^(?:agua|águila|alma|arma|aula|hacha|hambre|área|ala|ave|ama|hada|alga|ancla|habla|acta|asa)$/u,
    plurals: IBERIAN_PLURALS,
    f: wordSet(`mano noche tarde calle clase parte vez mujer flor ley llave nave clave foto moto radio luz voz cruz piel red
      pared serie especie nube sede base fase frase torre imagen orden fuente madre señal catedral crisis tesis dosis
      hipotesis sintesis actriz raiz nariz tribu sal carcel nieve leche gente muerte carne razon sarten superficie
      serpiente sangre gripe`),
    m: wordSet(`dia mapa problema sistema tema programa idioma clima planeta poema drama diagrama esquema fantasma sofa policia
      cometa poeta atleta colega guia sintoma dilema lema panorama telegrama crucigrama tranvia pijama gorila panda
      mediodia gramas kilogramas yoga trauma diploma aroma teorema mañana gas`),
  },
  it: {
    feminine: /(?:a|[zsgnx]ione|stione|tà|tù|trice|udine|igine)$/u,
    either: /ista$/u,
    f: wordSet(`notte classe parte mano foto moto auto radio chiave nave neve pace voce luce croce legge rete sede fonte gente
      mente arte carne febbre fame sete madre moglie torre valle specie serie superficie estate morte sorte immagine
      vite pelle crisi tesi analisi ipotesi sintesi diagnosi oasi metropoli fine base fase frase dose dote nube lente
      corrente patente sorgente serpe siepe tosse cenere cornice radice vernice pulce bici eco libido mail email app
      chat password start-up band mosche biro falce`),
    m: wordSet(`problema sistema tema programma poeta pianeta clima dramma cinema papa diploma panorama schema poema teorema
      trauma aroma fantasma gorilla idioma telegramma diagramma chilogramma pigiama profeta atleta collega sisma dogma
      enigma stemma cruciverba vaglia sosia boia delta karma koala panda puma torsione`),
  },
  pt: {
    feminine: /(?:a|ção|são|gião|xão|dade|tude|gem|ice|icie|ã)$/u,
    either: /istas?$|(?<!m)á$/u,
    plurals: IBERIAN_PLURALS,
    f: wordSet(`mulher mão vez noite tarde parte classe chave nave flor cor dor luz voz cruz lei rede parede ponte fonte sede
      serie especie foto moto tribo avo mãe razão opinião união ordem nuvem arvore torre base fase frase crise tese
      analise hipotese atriz raiz catedral carne morte arte febre neve grade pele equipe mente gripe colher estante
      corrente semente lente enchente carie saude gente`),
    m: wordSet(`dia mapa problema sistema tema programa idioma clima planeta poema drama diagrama esquema fantasma sofa cometa
      poeta atleta colega sintoma dilema lema panorama cinema telegrama grama quilograma pijama diploma trauma aroma
      gorila panda cha guarda coração gas teorema axioma dogma estigma carma`),
  },
};

/** The gender of a noun, by its ending and lists of those that end otherwise. Spanish and Portuguese are compared without accents. */
export function nounGender(language: keyof typeof NOUNS, noun: string): Gender {
  const { feminine, either, neuter, f, m, n, plurals = [] } = NOUNS[language];
  const isIberian = language === 'es' || language === 'pt';
  const written = isIberian
    ? noun
        .normalize('NFD')
        .replace(/\u0301/gu, '')
        .normalize('NFC')
    : noun;
  const forms = [written, ...plurals.map(([ending, singular]) => written.replace(ending, singular))];
  const isIn = (set: ReadonlySet<string> | undefined): boolean => forms.some((form) => set?.has(form));
  if (isIn(f)) return 'f';
  if (isIn(n)) return 'n';
  if (isIn(m) || either?.test(noun)) return 'm';
  if (neuter?.test(written)) return 'n';
  return forms.some((form) => feminine.test(form)) ? 'f' : 'm';
}

/** Masculine, although they end in -а or -я; nominative and genitive singular. */
const RUSSIAN_MASCULINE =
  wordSet(`мужчина мужчины дядя дяди папа папы дедушка дедушки юноша юноши судья судьи коллега коллеги слуга слуги
  староста старосты воевода воеводы кофе пути`);
/** Neuter nouns in -мя, nominative and genitive singular. */
const RUSSIAN_NEUTER = wordSet(
  `время времени имя имени племя племени семя семени знамя знамени пламя пламени темя темени бремя бремени`,
);
/** Feminine in a soft sign without an ending that says so, nominative singular. */
const RUSSIAN_FEMININE =
  wordSet(`ночь дочь мать дверь тетрадь площадь лошадь кровать часть степень очередь смерть кровь любовь морковь цель
  соль постель мебель мышь роль боль модель деталь медаль осень тень печать память тысяча связь запись подпись рукопись повесть
  новость область волость крепость помощь вещь речь печь свечь площадь сеть нить прядь скатерть шерсть шаль сталь вуаль сирень
  параллель мель метель карусель ступень лень пристань ткань грань брань дань ладонь гармонь ель щель мишень кость трость
  треть четверть жизнь болезнь казнь песнь ось высь русь рысь соль моль пыль даль`);

/** The gender of a Russian noun in the nominative, as it stands after 1. */
export function russianGender(noun: string): Gender {
  if (RUSSIAN_MASCULINE.has(noun)) return 'm';
  if (RUSSIAN_NEUTER.has(noun) || /[оеё]$/u.test(noun)) return 'n';
  return /[ая]$/u.test(noun) || RUSSIAN_FEMININE.has(noun) || /(?:ость|есть|знь|чь|шь|жь|щь)$/u.test(noun) ? 'f' : 'm';
}

/** The gender of a Russian noun in the genitive singular, as it stands after 2, 3 and 4: `женщины`, `окна`. */
export function russianGenderOfGenitive(noun: string): Gender {
  return /[ыи]$/u.test(noun) && !RUSSIAN_MASCULINE.has(noun) && !RUSSIAN_NEUTER.has(noun) ? 'f' : 'm';
}
