/// <reference types="vite/client" />

declare module '*?messages' {
  const compiled: import('./language/messages.js').CompiledMessages;
  export default compiled;
}
