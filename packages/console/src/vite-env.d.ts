/// <reference types="vite/client" />

declare module '*?messages' {
  const compiled: import('./language/messages.js').CompiledMessages;
  export default compiled;
}

declare module '@fastify/swagger-ui/static/swagger-ui-bundle.js' {
  interface SwaggerUIBundle {
    /** @see https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
    (options: object): unknown;
    presets: { apis: unknown };
  }
  const bundle: SwaggerUIBundle;
  export default bundle;
}
