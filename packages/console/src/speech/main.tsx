import '../design/index.css';
import './api-example.css';
import './delivery.css';
import './engine-status.css';
import './generate-bar.css';
import './history.css';
import './layout.css';
import './model-card.css';
import './preview.css';
import './reference-audio.css';
import './tabs.css';
import './text-editor.css';
import './voice-cards.css';
import { renderPage } from '../language/render-page.js';
import { App } from './app.js';
import { catalogues } from './text.js';
import { PlaybackProvider } from './use-player.js';

void renderPage(
  catalogues,
  <PlaybackProvider>
    <App />
  </PlaybackProvider>,
);
