import { playScenarios } from './play-scenarios.ts';
import { OF_VERSIONS } from './scenarios/index.ts';

/** It installs the last release first, which takes minutes on a busy machine. */
const LIMIT_MS = 900_000;

playScenarios(OF_VERSIONS, LIMIT_MS);
