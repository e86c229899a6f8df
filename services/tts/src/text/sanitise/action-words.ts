/** Words of stage directions, for the languages that write spaces. */
interface ActionWords {
  /** Inflected as only a direction is: `laughs`, `laughing`. */
  readonly acts: string;
  /** Bare forms and nouns, which a sentence may also use: `laugh`, `sigh`, `applause`. */
  readonly sounds: string;
  /** Words that may stand before the action: who does it and how. */
  readonly introductions: string;
}

/** Movements and noises: ordinary verbs, directions only between asterisks or in square brackets. */
export const MOVES: ReadonlySet<string> = wordSet(
  `takes leans adjusts looks turns walks runs sits stands shakes raises lowers tilts rolls scratches rubs points reaches steps
  pulls pushes opens closes grabs picks puts drops slams knocks rings plays stares glares leaves enters exits draws holds
  lifts moves paces crosses folds wipes slaps taps snaps strokes kneels falls rises freezes stumbles straightens barks
  nimmt schaut dreht geht läuft setzt steht schüttelt hebt senkt zeigt öffnet schließt
  prend regarde tourne marche court lève montre ouvre ferme mira camina corre levanta señala abre cierra
  guarda cammina alza indica apre chiude olha anda levanta aponta берёт смотрит идёт встаёт садится показывает`,
);

/** Last words of a direction, whatever it begins with: `takes a deep breath`, `in a low voice`. */
export const MANNERS: ReadonlySet<string> = wordSet(
  'breath voice whisper sigh laugh chuckle smile grin shrug nod wink sob gasp playing ringing barking rumbling cheering clapping',
);

/** Noises in square brackets; ordinary words elsewhere. */
export const AMBIENT: ReadonlySet<string> = wordSet(
  'music static silence beat inaudible crosstalk indistinct noise stille musik silence musique silencio música silenzio musica silêncio тишина музыка 음악 정적 침묵',
);

const ENGLISH: ActionWords = {
  acts: `laughs laughing laughed chuckles chuckling giggles giggling snickers snickering cackles cackling sighs sighing sighed
    coughs coughing sneezes sneezing sniffs sniffing sniffles sniffling sobs sobbing cries crying weeps weeping gasps gasping
    pants panting groans groaning moans moaning grunts grunting growls growling hums humming whistles whistling whispers
    whispering shouts shouting yells yelling screams screaming mutters muttering mumbles mumbling murmurs murmuring smiles
    smiling grins grinning smirks smirking frowns frowning winks winking blinks blinking nods nodding shrugs shrugging waves
    waving bows bowing claps clapping applauds applauding cheers cheering dances dancing jumps jumping hugs hugging kisses
    kissing pats patting pokes poking blushes blushing yawns yawning gulps gulping swallows swallowing pauses pausing sings
    singing breathes breathing inhales inhaling exhales exhaling trembles trembling shivers shivering facepalms gestures
    gesturing stares staring glances glancing snores snoring hiccups burps stutters stuttering purrs purring meows howls
    howling facepalm snorts snorting scoffs scoffing whimpers whimpering squeals squealing wheezes wheezing clears throat`,
  sounds: `laugh laughter chuckle giggle snicker cackle sigh cough sneeze sniff sniffle sob gasp groan moan grunt growl whistle
    whisper yawn gulp pause applause cheer shrug nod wink hug blush clap facepalm hiccup burp snort scoff whimper smile grin
    wave bow`,
  introductions: `he she they both everyone all softly loudly quietly nervously gently slowly deeply heavily sadly happily
    sarcastically evil maniacal nervous awkward bitter light soft loud heavy deep small long short brief audience crowd door phone bell dog cat wind rain thunder car engine glass baby man woman`,
};

const GERMAN: ActionWords = {
  acts: `lacht lachend lachen kichert kichernd schmunzelt schmunzelnd grinst grinsend seufzt seufzend hustet hustend räuspert
    niest weint weinend schluchzt schluchzend flüstert flüsternd schreit schreiend ruft lächelt lächelnd nickt nickend
    zwinkert zwinkernd winkt winkend verbeugt klatscht klatschend gähnt gähnend stöhnt stöhnend schweigt schweigend singt
    singend summt summend pfeift pfeifend murmelt murmelnd brummt keucht keuchend zittert errötet umarmt küsst tanzt springt`,
  sounds:
    'gelächter kichern seufzen seufzer husten weinen schluchzen flüstern applaus beifall gähnen stöhnen pause lächeln',
  introductions:
    'er sie es alle leise laut schwer tief langsam kurz lange leichtes nervös traurig fröhlich atmet publikum',
};

const FRENCH: ActionWords = {
  acts: `rit riant ricane ricanant glousse gloussant soupire soupirant tousse toussant éternue pleure pleurant sanglote
    sanglotant chuchote chuchotant murmure murmurant crie criant hurle hurlant sourit souriant hoche acquiesce applaudit
    applaudissant bâille bâillant gémit gémissant chante chantant fredonne fredonnant siffle sifflant rougit tremblant`,
  sounds: 'rire rires soupir soupirs toux pleurs sanglot sanglots applaudissements pause bâillement',
  introductions: 'il elle on ils elles en petit petits grand long bref nerveux doucement',
};

const SPANISH: ActionWords = {
  acts: `ríe ríen riendo riéndose suspira suspirando tose tosiendo estornuda llora llorando solloza sollozando susurra susurrando
    grita gritando sonríe sonriendo asiente asintiendo guiña aplaude aplaudiendo bosteza bostezando gime gimiendo carraspea
    tararea tarareando silbando temblando cantando saludando bailando`,
  sounds:
    'risa risas carcajada carcajadas suspiro suspiros tos llanto sollozo sollozos susurro sonrisa aplausos bostezo pausa',
  introductions: 'él ella ellos se entre con una un nerviosa nervioso largo larga todos',
};

const ITALIAN: ActionWords = {
  acts: `ride ridono ridendo ridacchia ridacchiando sospira sospirando tossisce tossendo starnutisce piange piangendo singhiozza
    singhiozzando sussurra sussurrando grida gridando urla urlando sorride sorridendo annuisce annuendo ammicca applaude
    applaudendo sbadiglia sbadigliando geme gemendo canticchia fischiando arrossisce tremando cantando salutando ballando`,
  sounds: 'risata risate risatina sospiro sospiri pianto singhiozzi applausi sbadiglio pausa tosse',
  introductions: 'lui lei tra fra una un con nervosa nervoso lungo lunga si tutti',
};

const PORTUGUESE: ActionWords = {
  acts: `ri rindo suspira suspirando tossindo espirra chora chorando soluça soluçando sussurra sussurrando grita gritando sorri
    sorrindo acena acenando aplaude aplaudindo boceja bocejando geme gemendo cantando assobia assobiando dançando tremendo`,
  sounds: 'riso risos risada risadas gargalhada gargalhadas suspiro suspiros choro soluços aplausos bocejo pausa tosse',
  introductions: 'ele ela eles se entre com uma um nervosa nervoso longo longa todos',
};

const RUSSIAN: ActionWords = {
  acts: `смеётся смеется смеются смеясь хихикает хихикая хохочет хохоча усмехается усмехаясь ухмыляется вздыхает вздыхая кашляет
    кашляя чихает плачет плача рыдает рыдая всхлипывает всхлипывая шепчет шёпотом шепотом шепча кричит крича улыбается
    улыбаясь кивает кивая подмигивает подмигивая машет махая кланяется хлопает аплодирует зевает зевая стонет молчит поёт
    поет напевает свистит бормочет краснеет обнимает целует танцует дрожит`,
  sounds: 'смех вздох кашель улыбка аплодисменты пауза рыдания плач',
  introductions: 'он она они все тихо громко тяжело глубоко долгая короткая нервно грустно весело с сквозь зал',
};

const KOREAN: ActionWords = {
  acts: `웃으며 웃는다 웃는 웃고 웃음 한숨 한숨을 기침 기침을 박수 박수를 침묵하며 속삭이며 속삭인다 울며 흐느끼며 소리치며
    외치며 끄덕인다 끄덕이며 하품 하품을 윙크 인사하며 노래하며 헛기침 폭소 울먹이며 중얼거리며 미소를`,
  sounds: '미소 속삭임 울음 흐느낌 휴지 멈춤 신음 눈물',
  introductions: '크게 작게 깊은 조용히 살짝 가볍게 잠시 잠깐 긴 짧은 쓴 큰 고개를 손을 모두 일동',
};

const VOCABULARIES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, PORTUGUESE, RUSSIAN, KOREAN];

export const ACTS: ReadonlySet<string> = wordSet(VOCABULARIES.map((words) => words.acts).join(' '));
export const SOUNDS: ReadonlySet<string> = wordSet(VOCABULARIES.map((words) => words.sounds).join(' '));
export const INTRODUCTIONS: ReadonlySet<string> = wordSet(VOCABULARIES.map((words) => words.introductions).join(' '));

/** Directions in Chinese and Japanese: a root with little around it, or a sign that is one only when it stands alone. */
export const EAST_ASIAN_ACTION =
  /^(?:[\p{Script=Han}ぁ-ん]{0,4}(?:笑|叹气|嘆氣|叹息|哭|咳嗽|鼓掌|掌声|拍手|沉默|沈黙|停顿|停頓|挥手|揮手|点头|點頭|耳语|低语|哈欠|喷嚏|呻吟|尖叫|叫喊|ため息|溜息|咳払い|くしゃみ|あくび|うなず[くき]|頷[くき]|ささや[くき]|囁[くき]|手を振る|深呼吸|鞠躬|お辞儀|拥抱|眨眼|ウインク|泣き|泣く|叫[ぶび])[\p{Script=Han}ぁ-ん]{0,3}|泣|咳|汗|爆|間|怒|照れ|音楽|音乐|音樂|歌声|无声|無言|w{2,5}|ｗ{1,5})$/u;

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).filter(Boolean));
}
