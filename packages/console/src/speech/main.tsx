import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/index.css';
import './api-example.css';
import './delivery.css';
import './engine-status.css';
import './generate-bar.css';
import './history.css';
import './layout.css';
import './model-requirement.css';
import './preview.css';
import './reference-audio.css';
import './tabs.css';
import './text-editor.css';
import './voice-cards.css';
import { App } from './app.js';
import { AudioFocusProvider } from './audio-focus.js';

const root = document.getElementById('root');
if (root === null) throw new Error('#root is missing in index.html');
createRoot(root).render(
  <StrictMode>
    <AudioFocusProvider>
      <App />
    </AudioFocusProvider>
  </StrictMode>,
);
