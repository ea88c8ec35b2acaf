import { render } from 'preact';
import { App } from './app.tsx';
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import './styles/jobs.css';

render(<App />, document.body);
