import { playScenarios } from './play-scenarios.ts';
import { OF_VERSIONS } from './scenarios/index.ts';

playScenarios(OF_VERSIONS);
