import type { Translation } from '../../language/messages.js';
import type english from './en.js';

export default {
  service: '语音',
  title: '文本转语音',
  language: '页面语言',
  copy: '复制',
  copied: '已复制',
  errors: {
    unreachable: '无法连接语音服务。请检查服务是否正在运行，以及网络连接是否正常。',
    noErrorBody: '语音服务返回了状态码 {status}，但没有错误说明。请重试，或查看服务日志。',
  },
  duration: {
    seconds: '{seconds} 秒',
    minutes: '{minutes} 分 {seconds} 秒',
    hours: '{hours} 小时 {minutes} 分',
  },

  engine: {
    label: '引擎',
    loading: '正在获取引擎状态…',
    unreachable: '无法连接服务',
    builtin: '内置语音',
    none: '没有可用的引擎',
    states: {
      absent: '{variant} 未安装',
      loading: '正在加载 {variant}',
      ready: '{variant} 已就绪',
      restarting: '{variant} 正在重启',
      failed: '{variant} 出现故障',
    },
    device: '运行于 {device}',
    queue: '{running, number} 个生成中 · {waiting, number} 个等待中 · 上限 {limit, number}',
    idle: '空闲',
  },

  editor: {
    label: '文本',
    placeholder: '输入或粘贴文本…',
    sample: '你好！这里是 Ownvoice。它运行在您自己的服务器上，您输入的内容不会离开这台服务器。',
    characters: '{n, number} / {limit, number} 个字符',
    shortcut: '按 Ctrl+Enter 生成',
  },

  preview: {
    detected: '检测到：{language}',
    detectedOther: '检测到：{detected}。不在支持的十种语言之内，将按{spoken}朗读。',
    language: '语言：{language}',
    size: '{chunks, plural, other {# 个片段}} · 约 {duration}',
    empty: '请输入文本。',
    loading: '正在切分文本…',
    chunks: '发送给模型的文本',
    chunk: '第 {index, number} 个片段，共 {total, number} 个',
  },

  voice: {
    label: '音色',
    tabs: { preset: '预设', design: '设计', clone: '克隆' },
    profiles: {
      ryan: '男声，清晰自然',
      aiden: '男声，温暖',
      vivian: '女声，专业',
      serena: '女声，亲切',
      uncle_fu: '男声，成熟',
      dylan: '男声，北京话',
      eric: '男声，四川话',
      ono_anna: '女声',
      sohee: '女声',
    },
    loading: '正在加载音色…',
    playSample: '试听：{name}',
    stopSample: '停止试听：{name}',
    requires: '需要 {variants}。',
    loaded: '已加载 {variant}。',
    noneLoaded: '未加载模型。',
    supported: '已加载的模型支持此功能。',
    description: '音色描述',
    descriptionHint: '用简单的话描述年龄、音色、口音和风格。',
    descriptionExample: '一位六十多岁、沉稳的女性，声音低沉略带沙哑，善于讲故事。',
    reference: '参考音频',
    referenceHint:
      '单人说话的录音，{minimum, number} 到 {maximum, number} 秒，WAV、MP3、FLAC、Ogg 或 WebM 格式。克隆声音须征得本人同意。',
    transcript: '参考音频的文字（选填）',
    transcriptHint: '填写后，克隆的声音还会沿用参考音频的说话风格。',
  },

  recorder: {
    record: '录音',
    stop: '停止录音',
    chooseFile: '选择文件',
    remove: '移除',
    tooShort: '请继续录音：至少需要 {minimum, number} 秒。',
    longEnough: '长度已足够。录得更长，克隆效果更好。',
    level: '输入音量',
    insecure: '只有通过 HTTPS 或 localhost 访问时才能录音。您仍可以选择文件。',
    denied: '麦克风访问被拒绝。请在浏览器中允许访问，或选择文件。',
    noMicrophone: '未找到麦克风。请连接麦克风，或选择文件。',
  },

  delivery: {
    label: '朗读方式',
    language: '语言',
    detect: '自动检测',
    style: '风格',
    styleHint: '用简单的话描述情感、语气和节奏，适用于支持指令的模型。',
    styleExample: '温暖放松，面带微笑',
    speed: '语速',
    seed: '随机种子',
    seedHint: '种子相同，音频相同。留空表示随机。',
  },

  generation: {
    submit: '生成',
    cancel: '取消',
    progress: '正在生成语音',
    size: '{chunks, plural, other {正在生成 # 个片段}} · 音频约 {duration}',
    elapsed: '已用时 {clock}',
    cancelled: '已取消，服务器已停止生成。',
    referenceMissing: '缺少参考音频。请录音或选择文件。',
  },

  history: {
    label: '历史记录',
    empty: '生成的音频会显示在这里。此标签页保留最近 {limit, number} 条。',
    clip: '音频 {n, number}',
    show: '查看',
    ready: '音频 {n, number} 已生成 · {duration}',
    designed: '设计的音色',
    cloned: '克隆的音色',
    builtin: '内置语音',
    timing: '音频 {audio}，生成用时 {elapsed}',
    skipped: '{count, plural, other {第 {chunks} 个片段生成失败，音频中缺少这部分。}}',
    download: '下载',
    remove: '移除',
  },

  player: {
    play: '播放：{name}',
    pause: '暂停：{name}',
    position: '播放位置',
    positionValue: '{position} / {total}',
  },

  api: {
    label: '使用 API',
  },
} satisfies Translation<typeof english>;
