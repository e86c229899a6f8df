import { vocabulary } from './vocabulary.js';

export const ENGLISH = vocabulary({
  subjects: `he she they it both everyone all i we evil maniacal nervous awkward bitter light soft loud heavy deep small long short
    brief a an audience crowd door phone bell dog cat wind rain thunder car engine glass baby man woman alarm clock music birds still upbeat sad
    dramatic ominous tense cheerful gentle distant muffled`,
  acts: `laughs laughing laughed chuckles chuckling giggles giggling snickers snickering cackles cackling sighs sighing sighed
    coughs coughing sneezes sneezing sniffs sniffing sniffles sniffling sobs sobbing cries crying weeps weeping gasps gasping
    panting groans groaning moans moaning grunts grunting growls growling hums humming whistling whispers whispering shouts
    shouting yells yelling screams screaming mutters muttering mumbles mumbling murmurs murmuring smiles smiling grins grinning
    smirks smirking frowns frowning winks winking blinks blinking nods nodding shrugs shrugging waves waving bowing claps clapping
    applauds applauding cheers cheering dancing jumping hugs hugging kisses kissing pats patting pokes poking blushes blushing
    yawns yawning gulps gulping swallows swallowing pauses pausing sings singing breathes breathing inhales inhaling exhales
    exhaling trembles trembling shivers shivering facepalms gesturing glances glancing snores snoring hiccups burps stutters
    stuttering purrs purring meows howls howling chirping snorts snorting scoffs scoffing whimpers whimpering squeals squealing wheezes
    wheezing clears clearing`,
  moves: `bows pants whistles dances jumps gestures takes leans adjusts looks turns walks runs sits stands shakes raises
    lowers tilts rolls scratches rubs points reaches steps pulls pushes opens closes grabs picks puts drops slams knocks rings
    ringing plays playing stares staring glares leaves enters exits draws holds lifts moves paces crosses folds wipes slaps taps
    snaps strokes kneels falls rises freezes stumbles straightens barks barking rumbles rumbling howls blows honks creaks wave bow`,
  sounds: `silence laugh laughter chuckle giggle snicker cackle sigh cough sneeze sniff sniffle sob gasp groan moan grunt growl whistle
    whisper yawn gulp pause applause cheer shrug nod wink hug blush clap facepalm hiccup burp snort scoff whimper smile grin`,
  ambient: 'music static silence beat inaudible crosstalk indistinct noise thunder',
  manners: `with in at to under into and then for his her their its my your a an the hand hands head eyes eye throat nose shoulders
    shoulder arms arm fist fingers face breath voice tone tears joy relief delight laughter himself herself themselves itself
    myself audience crowd camera background agreement disbelief surprise excitement amusement frustration whisper sigh laugh
    smile grin chuckle moment second seconds while long deep low high soft quiet big little bit again aloud away back down up
    hard harder louder softer more out too together twice left right around glasses him them me you`,
  tones: `softly quietly loudly angrily sarcastically nervously excitedly cheerfully gently coldly warmly bitterly sternly firmly
    playfully teasingly mockingly dryly tearfully hesitantly breathlessly hoarsely tenderly wearily anxiously desperately
    furiously shyly smugly calmly gravely solemnly excited angry sad happy nervous sarcastic annoyed surprised curious scared
    amused confused relieved shocked embarrassed worried beat aside off-screen offscreen offstage`,
  adverb: /^(?!family|only|early|july|italy|belly|jelly|bully|assembly|reply|supply)\p{L}{2,}ly$/u,
  phrases:
    /^(?:in an? |with an? |takes an? |under (?:his|her|their|my) |deep |sharp |heavy )(?:\p{L}+ ){0,2}(?:breath|voice|whisper|sigh|laugh|chuckle|smile|grin|shrug|nod|wink|sob|gasp)$|^(?:round|roar|burst) of (?:applause|laughter)$|^(?:(?:his|her|my|their) )?voice (?:breaking|breaks|cracking|cracks|trembling|trembles|shaking)$/u,
});
