import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../design/index.css';
import './charts.css';
import './entrance.css';
import './pages.css';
import './shell.css';
import './tables.css';
import { App } from './app.js';
import { AccountsProvider } from './state.js';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');
createRoot(root).render(
  <StrictMode>
    <AccountsProvider>
      <App />
    </AccountsProvider>
  </StrictMode>,
);
