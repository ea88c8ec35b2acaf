import { playScenarios } from './play-scenarios.ts';
import { OF_PROCESSES } from './scenarios/index.ts';

playScenarios(OF_PROCESSES);
