import { vocabulary } from './vocabulary.js';

export const GERMAN = vocabulary({
  subjects:
    'er sie es alle beide wir ich ein eine kurze lange kurzes langes leichtes lautes leises nervöses leise laut kurz tief still nervös noch immer publikum tür telefon hund',
  acts: `lacht lachend kichert kichernd schmunzelt schmunzelnd grinst grinsend seufzt seufzend hustet hustend räuspert räuspernd
    niest niesend weint weinend schluchzt schluchzend flüstert flüsternd schreit schreiend lächelt lächelnd nickt nickend
    zwinkert zwinkernd winkt winkend verbeugt klatscht klatschend gähnt gähnend stöhnt stöhnend schweigt schweigend singt singend
    summt summend pfeift pfeifend murmelt murmelnd brummt keucht keuchend zittert errötet umarmt atmet zuckt zuckend`,
  moves: `ruft küsst tanzt springt nimmt schaut dreht geht läuft setzt steht schüttelt hebt senkt zeigt öffnet schließt knallt
    klingelt bellt lachen weinen singen`,
  sounds:
    'gelächter lachen kichern seufzen seufzer husten räuspern schluchzen flüstern applaus beifall gähnen stöhnen pause lächeln stille schweigen',
  ambient: 'musik rauschen unverständlich geräusch',
  manners: `sich und mit den dem der die das seinen ihren seine ihre kopf hand hände augen schultern stimme tief laut leise schwer
    kurz lange lang langsam schnell nervös traurig fröhlich erleichtert verlegen leicht auf ein aus leiser lauter tränen in vor
    freude hin wieder zu zurück erschöpft herzlich hysterisch bitter heftig verschmitzt hämisch zustimmend`,
  tones: `leise laut ironisch sarkastisch wütend zornig traurig fröhlich ängstlich nervös zögernd zögerlich sanft streng begeistert
    aufgeregt gereizt genervt verärgert überrascht spöttisch müde verzweifelt atemlos heiser höhnisch erschrocken beiseite`,
  adverb: /^(?!)$/u,
  phrases: /^(?:mit (?:leiser|lauter|tiefer|zitternder|gedämpfter) stimme|unter tränen|im flüsterton)$/u,
});

export const RUSSIAN = vocabulary({
  subjects: 'он она они все оба мы я долгая короткая тяжёлый тяжелый глубокий нервный громкий тихий зал всё ещё еще',
  acts: `смеётся смеется смеются смеясь хихикает хихикая хохочет хохоча усмехается усмехаясь ухмыляется вздыхает вздыхая кашляет
    кашляя чихает плачет плача рыдает рыдая всхлипывает всхлипывая шепчет шёпотом шепотом шепча кричит крича улыбается улыбаясь
    кивает кивая подмигивает подмигивая кланяется аплодирует аплодируют зевает зевая стонет поёт напевает бормочет краснеет
    откашливается прокашливается пожимает пожимая`,
  moves:
    'машет махая хлопает молчит поет свистит обнимает целует танцует дрожит берёт смотрит идёт встаёт садится показывает',
  sounds: 'смех вздох кашель улыбка аплодисменты пауза рыдания плач хохот шёпот молчание тишина',
  ambient: 'музыка шум неразборчиво',
  manners: `рукой руками головой глазами плечами в ладоши с сквозь слёзы слезы облегчением улыбкой грустью и про себя вслух горло
    в зале снова`,
  tones: `тихо громко ласково сердито грустно радостно нервно испуганно удивлённо удивленно взволнованно насмешливо иронично строго
    устало робко нежно хрипло раздражённо раздраженно`,
  adverb: /^(?!это$|его$|кино$|окно$|письмо$|лицо$|вино$|море$|поле$)\p{L}{3,}о$/u,
  phrases:
    /^(?:тихим|громким|низким|дрожащим) голосом$|^сквозь (?:слёзы|слезы|смех)$|^(?:со смехом|с улыбкой|с грустью|со вздохом|в слезах)$/u,
});

export const KOREAN = vocabulary({
  // Objects and adverbs come before the verb.
  subjects: '모두 일동 관객 깊은 긴 짧은 쓴 큰 작은 크게 작게 깊게 조용히 살짝 가볍게 잠시 잠깐 고개를 손을 소리',
  acts: `웃으며 웃는다 웃는 웃고 웃음 한숨 한숨을 기침 기침을 박수 박수를 침묵하며 속삭이며 속삭인다 울며 흐느끼며 소리치며 외치며
    끄덕인다 끄덕이며 하품 하품을 윙크 인사하며 노래하며 헛기침 폭소 울먹이며 중얼거리며 미소를 울면서 웃으면서 흔든다 흔들며 흔들면서 침묵`,
  moves: '',
  sounds: '미소 속삭임 울음 흐느낌 휴지 멈춤 신음 눈물 웃음소리',
  ambient: '음악 정적 소음',
  manners:
    '크게 작게 깊은 깊게 조용히 살짝 가볍게 잠시 잠깐 고개를 손을 쉬며 쉰다 쉬고 치며 친다 지으며 짓는다 하며 한다 소리 흔들며 터뜨리며',
  tones: '조용히 작게 크게 화나서 화난 슬프게 기쁘게 놀라며 놀라서 흥분해서 부드럽게 차갑게 다정하게 방백',
  adverb: /^(?!)$/u,
  phrases: /^(?:낮은|작은|큰|떨리는) 목소리로$/u,
});
