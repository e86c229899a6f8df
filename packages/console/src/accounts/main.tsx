import '../design/index.css';
import './charts.css';
import './auth-layout.css';
import './pages.css';
import './shell.css';
import './tables.css';
import { renderPage } from '../language/render-page.js';
import { App } from './app.js';
import { SessionProvider } from './session.js';
import { catalogues } from './text.js';

void renderPage(
  catalogues,
  <SessionProvider>
    <App />
  </SessionProvider>,
);
