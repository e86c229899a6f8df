import '../design/index.css';
import './charts.css';
import './auth-layout.css';
import './pages.css';
import './shell.css';
import './tables.css';
import { renderPage } from '../interface/render-page.js';
import { App } from './app.js';
import { KNOWN_SENTENCES } from './problems.js';
import { SessionProvider } from './session.js';
import { catalogues } from './text.js';

void renderPage(
  catalogues,
  KNOWN_SENTENCES,
  <SessionProvider>
    <App />
  </SessionProvider>,
);
