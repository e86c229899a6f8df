import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/index.css';
import './charts.css';
import './auth-layout.css';
import './pages.css';
import './shell.css';
import './tables.css';
import { App } from './app.js';
import { SessionProvider } from './session.js';

const root = document.getElementById('root');
if (root === null) throw new Error('#root is missing in index.html');
createRoot(root).render(
  <StrictMode>
    <SessionProvider>
      <App />
    </SessionProvider>
  </StrictMode>,
);
