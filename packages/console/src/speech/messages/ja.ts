import type { Translation } from '../../language/messages.js';
import type english from './en.js';

export default {
  service: '音声',
  title: 'テキスト読み上げ',
  language: '表示言語',
  copy: 'コピー',
  copied: 'コピーしました',
  errors: {
    unreachable:
      '音声サービスに接続できません。サービスが動作していることと、ネットワークに接続していることを確認してください。',
    noErrorBody:
      '音声サービスがエラーメッセージなしでステータス {status} を返しました。もう一度試すか、サービスのログを確認してください。',
  },
  duration: {
    seconds: '{seconds}秒',
    minutes: '{minutes}分{seconds}秒',
    hours: '{hours}時間{minutes}分',
  },

  engine: {
    label: 'エンジン',
    loading: 'エンジンの状態を読み込み中…',
    unreachable: 'サービスに接続できません',
    builtin: '内蔵音声',
    none: '使用できるエンジンがありません',
    states: {
      absent: '{variant} はインストールされていません',
      loading: '{variant} を読み込み中',
      ready: '{variant} は使用できます',
      restarting: '{variant} を再起動中',
      failed: '{variant} で障害が発生しました',
    },
    device: '{device} で動作',
    queue: '処理中 {running, number} · 待機中 {waiting, number} · 上限 {limit, number}',
    idle: '待機中',
  },

  editor: {
    label: 'テキスト',
    placeholder: 'テキストを入力または貼り付け…',
    sample: 'こんにちは。Ownvoice です。あなたのサーバーで動き、ここに入力した内容が外に出ることはありません。',
    characters: '{n, number} / {limit, number}文字',
    shortcut: 'Ctrl+Enter で生成',
    shortcutApple: '⌘+Enter で生成',
  },

  preview: {
    detected: '検出された言語：{language}',
    detectedOther: '検出された言語：{detected}。対応する10言語に含まれないため、{spoken}として読み上げます。',
    language: '言語：{language}',
    size: '{chunks, plural, other {#チャンク}} · 約{duration}',
    empty: 'テキストを入力してください。',
    loading: 'テキストを分割中…',
    chunks: 'モデルに送るテキスト',
    chunk: 'チャンク {index, number}/{total, number}',
  },

  voice: {
    label: '声',
    tabs: { preset: 'プリセット', design: 'デザイン', clone: 'クローン' },
    profiles: {
      ryan: '男性、明瞭で自然',
      aiden: '男性、温かみのある声',
      vivian: '女性、プロフェッショナル',
      serena: '女性、親しみやすい声',
      uncle_fu: '男性、落ち着いた声',
      dylan: '男性、北京方言',
      eric: '男性、四川方言',
      ono_anna: '女性',
      sohee: '女性',
    },
    loading: '声を読み込み中…',
    playSample: 'サンプルを再生：{name}',
    stopSample: 'サンプルを停止：{name}',
    requires: '{variants} が必要です。',
    loaded: '{variant} が読み込まれています。',
    noneLoaded: 'モデルが読み込まれていません。',
    supported: '読み込まれているモデルで利用できます。',
    description: '声の説明',
    descriptionHint: '年齢、声質、アクセント、話し方を普通の言葉で書いてください。',
    descriptionExample: '60代の落ち着いた女性。低めで少しかすれた声の、経験豊かな語り手。',
    reference: '参照音声',
    referenceHint:
      '1人の話者の{minimum, number}～{maximum, number}秒の音声（WAV、MP3、FLAC、Ogg、WebM）。声のクローンは本人の許可を得て行ってください。',
    transcript: '参照音声の書き起こし（任意）',
    transcriptHint: '書き起こしがあると、話し方も参照音声に近づきます。',
  },

  recorder: {
    record: '録音',
    stop: '録音を停止',
    chooseFile: 'ファイルを選択',
    remove: '削除',
    drop: '音声ファイルをここにドロップすることもできます。',
    fileTooLarge: 'ファイルが大きすぎます。上限は{megabytes, number} MB です。',
    fileTooShort: '音声の長さは{length}です。{minimum, number}秒以上必要です。',
    fileTooLong: '音声の長さは{length}です。上限は{maximum, number}秒です。',
    tooShort: '録音を続けてください。{minimum, number}秒以上必要です。',
    longEnough: '十分な長さです。長く録音するほどクローンの質が上がります。',
    level: '入力レベル',
    insecure: '録音には HTTPS または localhost での接続が必要です。ファイルの選択はできます。',
    denied: 'マイクの使用が拒否されました。ブラウザーで許可するか、ファイルを選択してください。',
    noMicrophone: 'マイクが見つかりません。マイクを接続するか、ファイルを選択してください。',
  },

  delivery: {
    label: '話し方',
    language: '言語',
    detect: '自動検出',
    style: 'スタイル',
    styleHint: '感情、口調、テンポを普通の言葉で指定します（指示に対応したモデルのみ）。',
    styleExample: '温かくリラックスした、微笑むような話し方',
    speed: '速度',
    seed: 'シード',
    seedHint: '同じシードなら同じ音声になります。空欄ならランダムです。',
  },

  generation: {
    submit: '生成',
    cancel: 'キャンセル',
    progress: '音声を生成中',
    chunk: 'チャンク {index, number}/{total, number} を生成中 · 音声は約{duration}',
    waiting: 'サーバーが混み合っています。{seconds, number}秒後に再試行します。',
    cancelled: 'キャンセルしました。サーバーは生成を停止しました。',
    referenceMissing: '参照音声がありません。録音するか、ファイルを選択してください。',
  },

  history: {
    label: '履歴',
    empty: '生成した音声がここに表示されます。このタブには直近の{limit, number}件が残ります。',
    clip: 'クリップ {n, number}',
    show: '表示',
    ready: 'クリップ {n, number} が完成しました · {duration}',
    designed: 'デザインした声',
    cloned: 'クローンした声',
    builtin: '内蔵音声',
    timing: '音声 {audio}、生成時間 {elapsed}',
    mixed: '前半は内蔵音声、後半はモデル：もう一度生成すると声がそろいます',
    spokenAs: '{detected}（{spoken}として読み上げ）',
    skipped: 'チャンク {chunk, number} の生成に失敗したため、この部分の音声がありません。{reason}',
    retry: 'チャンク {chunk, number} を再試行',
    continue: '続きを生成（{total, number}チャンク中{ready, number}チャンク完了）',
    download: 'ダウンロード',
    remove: '削除',
  },

  player: {
    play: '再生：{name}',
    pause: '一時停止：{name}',
    position: '再生位置',
    positionValue: '{position} / {total}',
  },

  api: {
    label: 'API の使い方',
  },
} satisfies Translation<typeof english>;
