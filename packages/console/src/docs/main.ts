import SwaggerUI from '@fastify/swagger-ui/static/swagger-ui-bundle.js';
import '@fastify/swagger-ui/static/swagger-ui.css';
import './docs.css';

/** Relative to the page, which a gateway may have below a prefix. */
const spec = (await (await fetch('./openapi.json')).json()) as { info: { title: string } };
document.title = spec.info.title;
SwaggerUI({
  spec,
  dom_id: '#reference',
  presets: [SwaggerUI.presets.apis],
  layout: 'BaseLayout',
  docExpansion: 'list',
  deepLinking: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  // Schemas are shown where a route uses them.
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
