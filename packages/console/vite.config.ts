import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type UserConfig } from 'vite';

// Whoever builds, and for whatever: visitors get the production build of React.
process.env.NODE_ENV = 'production';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * One page of one service: `src/<name>/index.html` becomes `dist-app/<name>`. Nothing is inlined, because the services
 * send a content security policy that allows neither inline scripts nor inline styles.
 */
const page = (name: string): UserConfig => ({
  root: path(`./src/${name}`),
  base: './',
  publicDir: path('./public'),
  plugins: [react()],
  build: {
    outDir: path(`./dist-app/${name}`),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: ['chrome123', 'firefox120', 'safari17.5'],
    reportCompressedSize: false,
  },
});

export default defineConfig({
  ...page('speech'),
  builder: {
    async buildApp(builder) {
      const [environment] = Object.values(builder.environments);
      if (environment === undefined) throw new Error('vite gave no environment to build in');
      await build({ ...page('accounts'), configFile: false, logLevel: 'warn' });
      await builder.build(environment);
    },
  },
});
