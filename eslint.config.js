import importX from 'eslint-plugin-import-x';
import regexp from 'eslint-plugin-regexp';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import tseslint from 'typescript-eslint';

/** Builds the ban on run-time imports of `patterns` for a room (rooms: docs/architecture.md). Types may cross freely. */
const room = (files, patterns) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      { patterns: patterns.map(({ group, message }) => ({ group, message, allowTypeImports: true })) },
    ],
  },
});

const NODE = {
  group: ['node:*', 'fs', 'path', 'crypto', 'os', 'net', 'http', 'stream', 'util'],
  message: 'No node built-ins here.',
};
const TEST = { group: ['**/test/**', 'vitest'], message: 'Nothing imports the tests.' };

/** Rooms of the engine that each of them may import, types included (docs/architecture.md has the same table). */
const BASE = ['domain', 'platform'];
const ENGINE_ROOMS = {
  domain: [],
  platform: ['domain'],
  values: BASE,
  db: [...BASE, 'csv', 'secrets', 'values'],
  lists: [...BASE, 'db', 'values'],
  accounts: [...BASE, 'db', 'mail'],
  subscribers: [...BASE, 'db', 'mail', 'secrets', 'values'],
  csv: [...BASE, 'values', 'files'],
  workbooks: [...BASE, 'csv', 'files'],
  analysis: [...BASE, 'csv', 'values'],
  files: BASE,
  mail: [...BASE, 'db'],
  oidc: BASE,
  cache: BASE,
  secrets: BASE,
  tracing: BASE,
  watchdog: BASE,
  metrics: [...BASE, 'db'],
  webhooks: [...BASE, 'files', 'secrets'],
  ftp: [...BASE, 'db', 'files', 'secrets'],
  jobs: [...BASE, 'db', 'job-kinds', 'secrets'],
  fixtures: [...BASE, 'db', 'values'],
  embedded: [...BASE, 'db'],
};

const NO_SQL = {
  selector:
    "TaggedTemplateExpression[tag.object.name='sql'], CallExpression[callee.property.name='query'] > :matches(Literal, TemplateLiteral).arguments:first-child",
  message: 'SQL belongs to engine/db.',
};
const NO_SERVICE = {
  selector: "MemberExpression[property.name='service'], ObjectPattern > Property[key.name='service']",
  message: 'A call uses the connections of its request: request.db, request.pool, request.read.',
};

const SHORT_WAIT = {
  selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^wait/][arguments.length=1]",
  message: 'Its second argument is missing: the default limit, a second, passes on a busy machine.',
};

/** The bundle of the workflows is evaluated once for a thread: a variable of a module is shared by every workflow of it. */
const SHARED_STATE = [
  'Program > VariableDeclaration[kind=/^(let|var)$/]',
  'Program > ExportNamedDeclaration > VariableDeclaration[kind=/^(let|var)$/]',
  'Program > VariableDeclaration NewExpression[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]',
].map((selector) => ({ selector, message: 'Every workflow of the thread would share this variable.' }));

export default tseslint.config(
  { ignores: ['node_modules', '.data', 'dist', 'coverage', 'eslint.config.js', 'client/schema.ts'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX, regexp },
    settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'import-x/no-cycle': 'error',
      // A pattern whose time grows faster than its text lets one text stop the process.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Tests read JSON answers and break things on purpose.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'max-lines': ['error', { max: 250 }],
      'no-restricted-syntax': ['error', SHORT_WAIT],
    },
  },
  room(
    ['machines/**/*.ts'],
    [
      NODE,
      TEST,
      {
        group: ['@temporalio/*', '**/engine/**', '**/api/**', '**/workflows/**'],
        message: 'machines/ knows xstate only.',
      },
    ],
  ),
  // It runs in browsers, too.
  room(['client/**/*.ts'], [NODE, TEST, { group: ['../*'], message: 'client/ imports nothing of ours.' }]),
  // It runs in browsers.
  room(
    ['console/**/*.{ts,tsx}'],
    [
      NODE,
      TEST,
      {
        group: ['**/api/**', '**/workflows/**', '**/engine/*', '!**/engine/domain', '@temporalio/*'],
        message: 'console/ imports client/, machines/ and engine/domain/ only.',
      },
    ],
  ),
  room(
    ['workflows/**/*.ts'],
    [
      NODE,
      TEST,
      { group: ['**/engine/**', '**/api/**'], message: 'workflows/ imports activities by type only.' },
      {
        group: ['@temporalio/*', '!@temporalio/workflow', '!@temporalio/common'],
        message: 'workflows/ runs in the sandbox.',
      },
    ],
  ),
  {
    // The sandbox keeps the timers of all workflows in one table: one could end another's. See workflow-clock.ts.
    files: ['workflows/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] },
  },
  {
    files: ['workflows/**/*.ts', 'machines/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SHARED_STATE] },
  },
  room(
    ['engine/**/*.ts'],
    [
      TEST,
      { group: ['**/api/**', 'fastify', 'fastify/*'], message: 'engine/ does not know the API.' },
      { group: ['@temporalio/workflow'], message: 'engine/ is outside the sandbox.' },
    ],
  ),
  room(
    ['engine/domain/**/*.ts'],
    [NODE, TEST, { group: ['../*'], message: 'engine/domain/ imports nothing of ours.' }],
  ),
  {
    files: ['engine/**/*.ts'],
    rules: {
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: Object.entries(ENGINE_ROOMS).map(([name, rooms]) => ({
            target: `./engine/${name}`,
            from: './engine',
            except: [name, ...rooms].map((other) => `./${other}`),
            message: `engine/${name}/ imports engine/{${rooms.join(',')}} only (docs/architecture.md).`,
          })),
        },
      ],
    },
  },
  {
    files: ['api/**/*.ts', 'engine/**/*.ts'],
    ignores: ['engine/db/**'],
    rules: { 'no-restricted-syntax': ['error', NO_SQL] },
  },
  {
    files: ['api/**/*.ts'],
    // They read for all calls together, or for none.
    ignores: ['api/plugins/**', 'api/http/health.ts', 'api/jobs/gauges.ts', 'api/jobs/report.ts'],
    rules: { 'no-restricted-syntax': ['error', NO_SQL, NO_SERVICE] },
  },
  room(
    ['api/**/*.ts'],
    [
      TEST,
      {
        group: ['**/engine/{activities,cli,csv,embedded,fixtures,ftp,roles}/**'],
        message:
          'api/ imports engine/{domain,platform,accounts,analysis,db,files,cache,job-kinds,jobs,lists,mail,metrics,oidc,secrets,subscribers,tracing,values,watchdog} only.',
      },
      {
        group: ['@temporalio/worker', '@temporalio/activity', '@temporalio/workflow'],
        message: 'api/ is a Temporal client.',
      },
    ],
  ),
);
