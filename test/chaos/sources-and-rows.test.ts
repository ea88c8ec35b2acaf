import { playScenarios } from './play-scenarios.ts';
import { OF_SOURCES_AND_ROWS } from './scenarios/index.ts';

playScenarios(OF_SOURCES_AND_ROWS);
