import '../design/base.css';
import '../design/controls.css';
import './clips.css';
import './dock.css';
import './layout.css';
import './voices.css';
import { storedToken, subjectOf } from '../http/token-storage.js';
import { renderPage } from '../interface/render-page.js';
import { App } from './app.js';
import { PageStorage } from './page-storage.js';
import { catalogues } from './text.js';
import { PlaybackProvider } from './use-player.js';

const token = storedToken(Date.now());
const storage = new PageStorage(token ? subjectOf(token) : '');
const loaded = await storage.load();

void renderPage(
  catalogues,
  <PlaybackProvider>
    <App storage={storage} loaded={loaded} />
  </PlaybackProvider>,
);
