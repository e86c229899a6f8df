/** First words of a stage direction in languages that write spaces: verbs, gerunds and nouns of what a speaker does. */
const spaced = `
laugh laughs laughing laughter laughingly chuckle chuckles chuckling chuckled giggle giggles giggling snicker snickers snickering cackle cackles cackling
sigh sighs sighing sighed cough coughs coughing clears throat sneeze sneezes sneezing sniff sniffs sniffle sniffles sniffling sob sobs sobbing cry cries crying weep weeps weeping
gasp gasps gasping pant pants panting groan groans groaning moan moans moaning grunt grunts grunting growl growls growling hum hums humming whistle whistles whistling
whisper whispers whispering whispered shout shouts shouting yell yells yelling scream screams screaming mutter mutters muttering mumble mumbles mumbling murmur murmurs murmuring
smile smiles smiling grin grins grinning smirk smirks smirking frown frowns frowning wink winks winking blink blinks blinking nod nods nodding shrug shrugs shrugging
wave waves waving bow bows bowing clap claps clapping applause applauds applauding cheer cheers cheering dance dances dancing jump jumps jumping
hug hugs hugging kiss kisses kissing pat pats patting poke pokes poking blush blushes blushing yawn yawns yawning gulp gulps gulping swallow swallows
pause pauses pausing silence beat music singing sings sing breathe breathes breathing inhale inhales inhaling exhale exhales exhaling
walks runs sits stands leans looks turns points raises lowers shakes tilts rolls scratches rubs adjusts facepalm facepalms gestures stares glances trembles shivers
inaudible crosstalk indistinct static snores snoring hiccups burps stutters stuttering purrs meows barks howls
lacht lachen lachend gelächter kichert kichern kichernd schmunzelt schmunzelnd grinst grinsend seufzt seufzen seufzend seufzer hustet hustend husten räuspert niest weint weinend schluchzt schluchzend
flüstert flüsternd flüstern schreit schreiend ruft rufend lächelt lächelnd nickt nickend zwinkert zwinkernd winkt winkend verbeugt klatscht klatschend applaus beifall gähnt gähnend stöhnt stöhnend
pause stille musik schweigt schweigend atmet singt singend summt pfeift murmelt murmelnd brummt keucht keuchend zittert errötet umarmt küsst tanzt springt
rit rire rires riant ricane ricanant glousse gloussant soupire soupir soupirs soupirant tousse toux toussant éternue pleure pleurs pleurant sanglote sanglotant sanglots
chuchote chuchotant murmure murmurant crie criant hurle hurlant sourit sourire souriant hoche acquiesce salue saluant applaudit applaudissements applaudissant bâille bâillant gémit gémissant
silence musique chante chantant fredonne siffle sifflant respire inspire expire rougit danse dansant saute tremble tremblant
ríe rie risa risas riendo ríen carcajada carcajadas suspira suspiro suspiros suspirando tose tos tosiendo estornuda llora llanto llorando solloza sollozando sollozos
susurra susurrando susurro grita gritando sonríe sonriendo sonrisa asiente asintiendo guiña saluda saludando aplaude aplausos aplaudiendo bosteza bostezando gime gimiendo
pausa silencio música canta cantando tararea silba silbando respira respirando carraspea baila bailando salta tiembla temblando
ride ridono risata risate ridendo ridacchia ridacchiando sospira sospiro sospiri sospirando tossisce tossendo starnutisce piange piangendo pianto singhiozza singhiozzando singhiozzi
sussurra sussurrando grida gridando urla urlando sorride sorridendo annuisce annuendo ammicca saluta salutando applaude applausi applaudendo sbadiglia sbadigliando geme gemendo
pausa silenzio musica canta cantando canticchia fischia fischiando respira respirando balla ballando salta trema tremando arrossisce
ri risos rindo risada risadas gargalhada gargalhadas suspira suspiro suspiros suspirando tosse tossindo espirra chora choro chorando soluça soluçando soluços
sussurra sussurrando grita gritando sorri sorrindo acena acenando pisca aplaude aplausos aplaudindo boceja bocejando geme gemendo pausa silêncio música canta cantando assobia assobiando respira respirando dança dançando pula treme tremendo
смеётся смеется смеются смех смеясь хихикает хихикая хохочет хохоча усмехается усмехаясь ухмыляется вздыхает вздох вздыхая кашляет кашель кашляя чихает плачет плача рыдает рыдая всхлипывает всхлипывая
шепчет шёпотом шепотом шепча кричит крича улыбается улыбаясь улыбка кивает кивая подмигивает подмигивая машет махая кланяется хлопает аплодирует аплодисменты зевает зевая стонет
пауза тишина музыка молчит молча поёт поет напевает свистит дышит бормочет краснеет обнимает целует танцует прыгает дрожит
웃음 웃는다 웃으며 웃는 웃고 웃다 미소 미소를 한숨 한숨을 기침 기침을 박수 박수를 침묵 침묵하며 속삭이며 속삭임 속삭인다 울며 울음 운다 흐느끼며 흐느낌 소리치며 외치며 고개를 끄덕인다 끄덕이며 손을 하품 하품을 윙크 인사하며 음악 노래 노래하며 휴지 정적 멈춤 신음 숨을 헛기침 폭소 눈물 울먹이며 중얼거리며
`;

const spacedActions: ReadonlySet<string> = new Set(spaced.split(/\s+/u).filter(Boolean));

/** Words that may stand before the action: who does it and how. */
const introductions: ReadonlySet<string> = new Set(
  `he she they both everyone all softly loudly quietly nervously gently slowly deeply heavily sadly happily sarcastically evil maniacal nervous awkward bitter light soft loud heavy deep small long short brief
  er sie leise laut schwer tief langsam kurz kurze lange leichtes il elle en petit petits grand long bref ríe con el la se entre tra un una fa em com entre
  он она тихо громко тяжело глубоко долгая короткая нервно грустно весело с сквозь 크게 작게 깊은 조용히 살짝 가볍게 잠시 잠깐 긴 짧은 쓴 큰`
    .split(/\s+/u)
    .filter(Boolean),
);

/** Signs that make a short bracket a stage direction in Chinese and Japanese. */
const unspaced =
  /^(?:(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{0,4}(?:笑|叹气|嘆氣|叹息|哭|泣|咳嗽|咳|鼓掌|掌声|拍手|沉默|沈黙|停顿|停頓|挥手|揮手|点头|點頭|耳语|低语|哈欠|喷嚏|呻吟|叫喊|尖叫|ため息|溜息|咳払い|くしゃみ|あくび|うなずく|うなずき|頷く|頷き|ささやき|囁き|囁く|手を振る|音楽|音乐|音樂|歌声|无声|無言|間|深呼吸|鞠躬|お辞儀|拥抱|眨眼|ウインク|微笑む|苦笑い|大笑い|笑い|笑う|泣く|泣き|叫ぶ|怒り|照れ|汗|爆)[\p{Script=Han}\p{Script=Hiragana}]{0,2})|w{1,5}|ｗ{1,5})$/u;

const maxWords = 5;

/** Whether the words inside brackets or asterisks tell what the speaker does, rather than what is said. */
export function isAction(content: string): boolean {
  const said = content
    .trim()
    .toLowerCase()
    .replace(/[.!?…。！,]+$/u, '');
  if (said === '' || said.length > 60 || /\p{N}/u.test(said)) return false;
  if (unspaced.test(said)) return true;
  const words = said.split(/[\s,]+/u);
  if (words.length > maxWords) return false;
  const first = words.findIndex((word) => !introductions.has(word));
  const action = words[first];
  return action !== undefined && spacedActions.has(action);
}
