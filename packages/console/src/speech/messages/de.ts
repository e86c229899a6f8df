import type { Translation } from '../../language/messages.js';
import type english from './en.js';

export default {
  accounts: 'Konten',
  service: 'Sprachausgabe',
  title: 'Text in Sprache umwandeln',
  language: 'Sprache der Seite',
  copy: 'Kopieren',
  copied: 'Kopiert',
  errors: {
    unreachable: 'Der Sprachdienst ist nicht erreichbar. Prüfen Sie, ob er läuft und ob Sie mit ihm verbunden sind.',
    noErrorBody:
      'Der Sprachdienst hat mit dem Status {status} und ohne Fehlermeldung geantwortet. Versuchen Sie es erneut, oder sehen Sie im Protokoll des Dienstes nach.',
  },
  duration: {
    seconds: '{seconds} s',
    minutes: '{minutes} min {seconds} s',
    hours: '{hours} h {minutes} min',
  },

  engine: {
    label: 'Engine',
    loading: 'Status der Engine wird geladen …',
    unreachable: 'Dienst nicht erreichbar',
    builtin: 'Eingebaute Stimme',
    none: 'Keine Engine ist bereit',
    states: {
      absent: '{variant} ist nicht installiert',
      loading: '{variant} wird geladen',
      ready: '{variant} ist bereit',
      asleep: '{variant} ist bis zur nächsten Anfrage entladen',
      restarting: '{variant} wird neu gestartet',
      failed: '{variant} ist ausgefallen',
    },
    device: 'auf {device}',
    queue: '{running, number} in Arbeit · {waiting, number} in der Warteschlange · höchstens {limit, number}',
    idle: 'Bereit',
  },

  editor: {
    label: 'Text',
    placeholder: 'Text eingeben oder einfügen …',
    sample:
      'Hallo! Das ist Ownvoice. Es läuft auf Ihrem eigenen Server, und nichts, was Sie hier schreiben, verlässt ihn.',
    characters: '{n, number} von {limit, number} Zeichen',
    shortcut: 'Strg+Enter zum Erzeugen',
    shortcutApple: '⌘+Enter zum Erzeugen',
  },

  preview: {
    detected: 'Erkannt: {language}',
    detectedOther: 'Erkannt: {detected}. Keine der zehn Sprachen; gesprochen wird {spoken}.',
    language: 'Sprache: {language}',
    size: '{chunks, plural, one {# Abschnitt} other {# Abschnitte}} · etwa {duration}',
    empty: 'Geben Sie einen Text ein.',
    loading: 'Text wird aufgeteilt …',
    chunks: 'Text, der an das Modell geht',
    chunk: 'Abschnitt {index, number} von {total, number}',
  },

  voice: {
    label: 'Stimme',
    tabs: { preset: 'Stimmen', design: 'Entwerfen', clone: 'Klonen' },
    profiles: {
      ryan: 'männlich, klar und natürlich',
      aiden: 'männlich, warm',
      vivian: 'weiblich, professionell',
      serena: 'weiblich, freundlich',
      uncle_fu: 'männlich, reif',
      dylan: 'männlich, Pekinger Dialekt',
      eric: 'männlich, Sichuan-Dialekt',
      ono_anna: 'weiblich',
      sohee: 'weiblich',
    },
    loading: 'Stimmen werden geladen …',
    playSample: 'Hörprobe abspielen: {name}',
    stopSample: 'Hörprobe anhalten: {name}',
    sampleEngine: 'Hörprobe von: {engine}',
    description: 'Beschreibung der Stimme',
    descriptionHint: 'Alter, Klangfarbe, Akzent und Sprechweise in einfachen Worten.',
    descriptionExample: 'Eine ruhige Frau um die sechzig mit tiefer, leicht rauer Stimme, eine erfahrene Erzählerin.',
    reference: 'Referenzaufnahme',
    referenceHint:
      '{minimum, number} bis {maximum, number} Sekunden einer einzigen Person als WAV, MP3, FLAC, Ogg oder WebM. Klonen Sie eine Stimme nur mit Einwilligung.',
    transcript: 'Wortlaut der Aufnahme (optional)',
    transcriptHint: 'Mit dem Wortlaut übernimmt der Klon auch die Sprechweise der Aufnahme.',
  },

  model: {
    label: 'Modell',
    robotic: 'Die eingebaute Stimme klingt blechern, ein Modell natürlich.',
    requires: 'Dafür ist {variants} nötig.',
    loaded: 'Geladen ist {variant}.',
    noneLoaded: 'Es ist kein Modell geladen.',
    supported: 'Das geladene Modell unterstützt das.',
    variant: 'Modellvariante',
    installed: 'ist installiert',
    needs: '{download} Download, {disk} Speicherplatz, {memory} Arbeitsspeicher',
    machine:
      'Dieser Rechner: {cores, plural, one {# Kern} other {# Kerne}}, {memory} Arbeitsspeicher, {disk} frei, {gpu}.',
    noGpu: 'keine NVIDIA-GPU',
    diskShort: 'Auf dem Datenträger sind weniger als {disk} frei.',
    memoryShort: 'Der Rechner hat weniger als {memory} Arbeitsspeicher.',
    install: '{variant} installieren',
    retry: 'Erneut versuchen',
    command: 'Auf dem Server ausführen:',
    restart: 'Zum Laden den Dienst neu starten:',
    downloading: '{variant} wird heruntergeladen',
    building: '{variant} wird erstellt',
    bytes: '{done} von {total}',
    loading: '{variant} wird geladen …',
  },

  recorder: {
    record: 'Aufnehmen',
    stop: 'Aufnahme beenden',
    chooseFile: 'Datei auswählen',
    remove: 'Entfernen',
    drop: 'Oder legen Sie eine Audiodatei hier ab.',
    fileTooLarge: 'Die Datei ist zu groß. Erlaubt sind höchstens {megabytes, number} MB.',
    fileTooShort: 'Die Aufnahme dauert {length}. Nötig sind mindestens {minimum, number} Sekunden.',
    fileTooLong: 'Die Aufnahme dauert {length}. Erlaubt sind höchstens {maximum, number} Sekunden.',
    tooShort: 'Sprechen Sie weiter: Es sind mindestens {minimum, number} Sekunden nötig.',
    longEnough: 'Lang genug. Eine längere Aufnahme verbessert den Klon.',
    level: 'Eingangspegel',
    insecure: 'Aufnehmen geht nur über HTTPS oder auf localhost. Eine Datei können Sie trotzdem auswählen.',
    denied:
      'Der Zugriff auf das Mikrofon wurde verweigert. Erlauben Sie ihn im Browser, oder wählen Sie eine Datei aus.',
    noMicrophone: 'Es wurde kein Mikrofon gefunden. Schließen Sie eines an, oder wählen Sie eine Datei aus.',
  },

  library: {
    label: 'Gespeicherte Stimmen',
    voice: 'Gespeicherte Stimme',
    empty: 'Es sind noch keine Stimmen gespeichert.',
    name: 'Name der Stimme',
    absent: 'Stimmen speichern kann nur ein Dienst, der mit {option} gestartet wurde.',
    readOnly:
      'Dieser Dienst kann seine Stimmen nur lesen. Speichern und löschen Sie Stimmen bei dem Dienst, der schreiben darf.',
    clonedHint: 'Speichert die Stimme von oben auf dem Server, wo alle sie verwenden können.',
    designedHint:
      'Das Modell spricht eine Probe nach dieser Beschreibung, und der Server behält sie als Stimme für alle. Sprache und Startwert gelten wie unter „Vortrag“.',
    descriptionMissing: 'Die Beschreibung der Stimme fehlt.',
    nameFaults: {
      missing: 'Geben Sie einen Namen ein.',
      rules: 'Verwenden Sie höchstens 64 Buchstaben, Ziffern, Leerzeichen, Binde- und Unterstriche.',
      taken: 'Eine Stimme mit diesem Namen gibt es schon.',
    },
    consent: 'Die Person, deren Stimme das ist, hat der Verwendung zugestimmt.',
    consentMissing: 'Speichern Sie eine Stimme nur mit Einwilligung.',
    keepRecording: 'Aufnahme behalten',
    keepRecordingHint: 'Die Aufnahme bleibt auf dem Server, damit auch ein anderes Modell die Stimme verwenden kann.',
    save: 'Stimme speichern',
    saved: {
      clone: '{name} ist gespeichert und steht jetzt unter „Stimmen“ zur Auswahl.',
      design: '{name} ist gespeichert und steht unter „Stimmen“ zur Auswahl, sobald {variants} geladen ist.',
    },
    sample: 'Hallo! So klinge ich, wenn ich Ihre Texte vorlese.',
    delete: 'Löschen',
    deleteLabel: '{name} löschen',
    deleteTitle: '{name} löschen?',
    deleteDescription:
      'Alle, die diese Stimme verwenden, verlieren sie. Clips, die mit ihr erzeugt wurden, bleiben erhalten.',
    keep: 'Behalten',
    deleted: '{name} ist gelöscht.',
  },

  delivery: {
    label: 'Sprechweise',
    language: 'Sprache',
    detect: 'Automatisch erkennen',
    style: 'Stil',
    styleHint: 'Gefühl, Tonfall und Tempo in einfachen Worten, für Modelle, die Anweisungen befolgen.',
    styleExample: 'Warm und entspannt, mit einem Lächeln',
    speed: 'Geschwindigkeit',
    seed: 'Startwert',
    seedHint: 'Gleicher Startwert, gleiches Ergebnis. Leer bedeutet zufällig.',
  },

  generation: {
    submit: 'Erzeugen',
    cancel: 'Abbrechen',
    progress: 'Sprache wird erzeugt',
    chunk: 'Abschnitt {index, number} von {total, number} wird erzeugt · etwa {duration} Ton',
    waiting: 'Der Server ist ausgelastet. Nächster Versuch in {seconds, number} s.',
    cancelled: 'Abgebrochen. Der Server rechnet nicht weiter.',
    referenceMissing: 'Die Referenzaufnahme fehlt. Nehmen Sie eine auf, oder wählen Sie eine Datei aus.',
  },

  history: {
    label: 'Verlauf',
    empty:
      'Hier erscheinen die erzeugten Clips. Dieser Browser behält die letzten {limit, number}, auch wenn Sie die Seite verlassen.',
    unsaved: 'Dieser Browser speichert keine Clips. Sie gehen verloren, wenn Sie die Seite verlassen.',
    clear: 'Leeren',
    clearTitle: 'Alles löschen?',
    clearDescription:
      'Damit werden alle Clips, der Text, die Einstellungen und die Referenzaufnahme aus diesem Browser entfernt.',
    keep: 'Behalten',
    clip: 'Clip {n, number}',
    show: 'Anzeigen',
    ready: 'Clip {n, number} ist fertig · {duration}',
    designed: 'Entworfene Stimme',
    cloned: 'Geklonte Stimme',
    builtin: 'eingebaute Stimme',
    timing: '{audio} Ton, erzeugt in {elapsed}',
    mixed: 'erst die eingebaute Stimme, dann das Modell: für eine einzige Stimme erneut erzeugen',
    spokenAs: '{detected}, gesprochen als {spoken}',
    skipped: 'Abschnitt {chunk, number} ist fehlgeschlagen und fehlt. {reason}',
    retry: 'Abschnitt {chunk, number} wiederholen',
    continue: 'Fortsetzen ({ready, number} von {total, number} Abschnitten sind fertig)',
    download: 'Herunterladen',
    remove: 'Entfernen',
  },

  player: {
    play: 'Abspielen: {name}',
    pause: 'Anhalten: {name}',
    position: 'Position',
    positionValue: '{position} von {total}',
  },

  api: {
    label: 'Die API verwenden',
  },
} satisfies Translation<typeof english>;
