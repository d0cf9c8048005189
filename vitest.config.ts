import { defineConfig } from 'vitest/config'

const usual = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const

// Each runs at most once in a run, however many projects name it.
const database = 'tests/kit/postgres-setup.ts'
const product = 'tests/kit/product-setup.ts'

const excluded = ['node_modules', 'dist', 'data']
const project = (name: string, include: string[], more: object = {}) => ({
  test: { ...usual, exclude: excluded, name, include, ...more },
})

const journey = {
  globalSetup: [product],
  // What is waited for is a page of a busy machine; the usual second is for functions.
  expect: { poll: { timeout: 45_000 } },
  testTimeout: 300_000,
  hookTimeout: 120_000,
} as const

/**
 * Journeys in which no video plays and whose accounts no other one changes: two find room beside each other. In the
 * others the processor is the picture's.
 */
const pages = [
  'accounts',
  'cabinet',
  'every-page-*',
  'guide',
  'home',
  'lists',
  'search',
  'service-pages',
].map((name) => `tests/journeys/${name}.test.ts`)

export default defineConfig({
  test: {
    // Two cores are the smallest machine we promise to run on; tests start real databases and encoders.
    maxWorkers: 2,
    projects: [
      project('unit', ['{contract,media,server,player,web,db,emulators,tools}/**/*.test.{ts,tsx}'], {
        globalSetup: [database],
      }),
      project('assumptions', ['tests/assumptions/**/*.test.ts'], { globalSetup: [database] }),
      project('contract', ['tests/contract/**/*.test.ts'], {
        globalSetup: [product],
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      project('simulation', ['tests/simulation/**/*.test.ts'], {
        globalSetup: [database],
        testTimeout: 120_000,
      }),
      project('pages', pages, { ...journey, sequence: { groupOrder: 1 } }),
      project('journeys', ['tests/journeys/**/*.test.ts'], {
        ...journey,
        exclude: [...excluded, ...pages],
        fileParallelism: false,
      }),
    ],
  },
})
