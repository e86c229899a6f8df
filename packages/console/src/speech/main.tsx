import '../design/index.css';
import './api-example.css';
import './delivery.css';
import './engine-status.css';
import './generate-bar.css';
import './history.css';
import './layout.css';
import './model-card.css';
import './preview.css';
import './tabs.css';
import './text-editor.css';
import './voice-cards.css';
import { storedToken, subjectOf } from '../http/token-storage.js';
import { renderPage } from '../interface/render-page.js';
import { App } from './app.js';
import { PageStorage } from './page-storage.js';
import { KNOWN_SENTENCES } from './problems.js';
import { catalogues } from './text.js';
import { PlaybackProvider } from './use-player.js';

const token = storedToken(Date.now());
const storage = new PageStorage(token ? subjectOf(token) : '');
const loaded = await storage.load();

void renderPage(
  catalogues,
  KNOWN_SENTENCES,
  <PlaybackProvider>
    <App storage={storage} loaded={loaded} />
  </PlaybackProvider>,
);
