import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/index.css';
import './delivery.css';
import './request.css';
import './script.css';
import './speak-bar.css';
import './speaker.css';
import './studio.css';
import './takes.css';
import { App } from './app.js';
import { ExclusiveAudio } from './exclusive-audio.js';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <ExclusiveAudio>
      <App />
    </ExclusiveAudio>
  </StrictMode>,
);
