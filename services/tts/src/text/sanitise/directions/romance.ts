import { vocabulary } from './vocabulary.js';

export const FRENCH = vocabulary({
  subjects:
    'il elle on ils elles je nous tous un une petit petits grand grands long longue bref nerveux léger gros le la les se en toujours public salle',
  acts: `rit riant rient ricane ricanant glousse gloussant soupire soupirant tousse toussant éternue pleure pleurant sanglote
    sanglotant chuchote chuchotant murmure murmurant crie criant hurle hurlant sourit souriant hoche acquiesce applaudit
    applaudissant bâille bâillant gémit gémissant fredonne fredonnant siffle sifflant rougit racle raclant`,
  moves:
    'chante chantant tremblant prend regarde tourne marche court lève montre ouvre ferme salue danse claque sonne aboie hausse haussant',
  sounds: 'rire rires soupir soupirs toux pleurs sanglot sanglots applaudissements pause silence bâillement sourire',
  ambient: 'musique bruit inaudible',
  manners: `en et de la le les des sa son ses main mains tête yeux épaules voix doucement fort larmes joie soulagement aux à dans
    salle nerveux gêné encore bas profondément gorge`,
  tones: `doucement calmement sèchement tristement joyeusement nerveusement ironiquement timidement ironique sarcastique furieux
    furieuse triste excité excitée surpris surprise ému émue hésitant hésitante bas fort`,
  adverb: /^(?!moment|argent|vent|cent|document|appartement|logement|gouvernement)\p{L}{3,}ment$/u,
  phrases: /^(?:à voix (?:basse|haute)|d['’]une voix \p{L}+|en larmes|à part|rires? (?:nerveux|étouffés?))$/u,
});

export const SPANISH = vocabulary({
  subjects: 'él ella ellos todos con una un nerviosa nervioso largo larga breve gran público el la los se aún todavía',
  acts: `ríe ríen riendo riéndose suspira suspirando tose tosiendo estornuda llora llorando solloza sollozando susurra susurrando
    grita gritando sonríe sonriendo asiente asintiendo guiña aplaude aplauden aplaudiendo bosteza bostezando gime gimiendo
    carraspea tararea tarareando silbando aclara aclarando encoge encogiéndose`,
  moves:
    'temblando cantando saludando bailando mira camina corre levanta señala abre cierra toma canta saluda baila suena ladra',
  sounds:
    'risa risas carcajada carcajadas suspiro suspiros tos llanto sollozo sollozos susurro sonrisa aplausos bostezo pausa silencio',
  ambient: 'música ruido inaudible',
  manners: `se entre y a en con de la el los las su sus voz mano manos cabeza ojos hombros lágrimas alegría alivio bajo alto fuerte
    nervioso nerviosa baja un ojo público garganta`,
  tones: `suavemente bajito tímidamente enojado enojada enfadado enfadada triste nervioso nerviosa sarcástico sarcástica irónico
    irónica emocionado emocionada sorprendido sorprendida aparte`,
  adverb: /^\p{L}{3,}mente$/u,
  phrases: /^(?:en voz (?:baja|alta)|con voz \p{L}+|entre (?:risas|lágrimas|dientes))$/u,
});

export const ITALIAN = vocabulary({
  subjects: 'lui lei loro tutti un una nervosa nervoso lungo lunga breve grande pubblico il la si',
  acts: `ride ridono ridendo ridacchia ridacchiando sospira sospirando tossisce tossendo starnutisce piange piangendo singhiozza
    singhiozzando sussurra sussurrando grida gridando urla urlando sorride sorridendo annuisce annuendo ammicca applaude
    applaudono applaudendo sbadiglia sbadigliando geme gemendo canticchia fischiando arrossisce schiarisce schiarendo`,
  moves:
    'tremando cantando salutando ballando guarda cammina alza indica apre chiude prende canta saluta balla suona abbaia',
  sounds: 'risata risate risatina sospiro sospiri pianto singhiozzi applausi sbadiglio pausa tosse sorriso silenzio',
  ambient: 'musica rumore inudibile',
  manners: `tra fra si e a in con di la il le gli sua suo sue voce mano mani testa occhi spalle lacrime gioia sollievo bassa alta
    piano forte nervoso nervosa sé se gola`,
  tones: `piano dolcemente arrabbiato arrabbiata triste nervoso nervosa ironico ironica sarcastico sarcastica emozionato emozionata
    sorpreso sorpresa`,
  adverb: /^\p{L}{3,}mente$/u,
  phrases:
    /^(?:a (?:bassa|alta) voce|sottovoce|con voce \p{L}+|tra le lacrime|fra sé|(?:fa|facendo|strizza) l['’]occhi(?:o|olino))$/u,
});

export const PORTUGUESE = vocabulary({
  subjects: 'ele ela eles todos um uma nervosa nervoso longo longa breve grande plateia o a se ainda',
  acts: `ri riem rindo suspira suspirando tosse tossindo espirra chora chorando soluça soluçando sussurra sussurrando grita gritando
    sorri sorrindo aplaude aplaudem aplaudindo boceja bocejando geme gemendo cantarola assobiando pigarreia encolhe encolhendo`,
  moves:
    'acena acenando cantando dançando tremendo assobia olha anda levanta aponta abre fecha pega canta dança toca late',
  sounds:
    'riso risos risada risadas gargalhada gargalhadas suspiro suspiros choro soluços aplausos bocejo pausa sorriso silêncio',
  ambient: 'música ruído inaudível',
  manners: `se entre e a o em com de da do os as sua seu seus voz mão mãos cabeça olhos ombros lágrimas alegria alívio baixa alta
    baixo alto forte nervoso nervosa`,
  tones: `baixinho suavemente zangado zangada irritado irritada triste nervoso nervosa irônico irônica irónico irónica sarcástico
    sarcástica animado animada surpreso surpresa`,
  adverb: /^\p{L}{3,}mente$/u,
  phrases:
    /^(?:em voz (?:baixa|alta)|com (?:a )?voz \p{L}+|entre (?:risos|lágrimas)|ri(?:em)?-se|dá de ombros|limpa a garganta)$/u,
});
