// Generates the database client from prisma/schema.prisma, as `prisma generate` does. The package `prisma` would bring a
// database studio, a local server and their dependencies along (250 MB); its generator is all that a build needs.
import { createRequire } from 'node:module';
import { root } from './projects.mjs';

// The ES modules of these packages do not load in Node; the CommonJS ones do.
const require = createRequire(import.meta.url);
const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
const { getGenerators, loadSchemaContext } = require('@prisma/internals');

const schemaContext = await loadSchemaContext({
  schemaPath: { baseDir: root, configProvidedPath: 'prisma/schema.prisma' },
  printLoadMessage: false,
});
const registry = { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } };
for (const generator of await getGenerators({ schemaContext, registry })) {
  await generator.generate();
  generator.stop();
}
