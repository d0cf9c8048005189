import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { componentTests, integrationTests, moduleTests } from '#tools/integration-tests.ts'

const defaultValue = {
  environment: 'node',
  pool: 'forks',
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What is waited for needs the processor too; the usual second is for an idle machine.
  expect: { poll: { timeout: 15_000 } },
} as const

// Each runs at most once in a run, however many projects name it.
const database = 'tests/kit/database/postgres-setup.ts'
const product = 'tests/kit/product/product-setup.ts'
const productTemplate = 'tests/kit/product/product-template.ts'

const unread = ['node_modules', 'dist', 'data']
const realPrograms = integrationTests()

// What Node compiled is read again by each of the hundreds of workers, and by the product's processes.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('.cache/compile', import.meta.url))

/**
 * Node loads these tests itself, as it loads the product: no transformation, no requests for modules to the main
 * process. There is no `vi.mock` and no TSX in them.
 */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const

/** Files share a worker and the modules it has loaded; what one left stubbed is restored before the next. */
const shared = { isolate: false, unstubEnvs: true, unstubGlobals: true } as const

const stayHere = {
  disableMainFrameNavigation: true,
  disableChildFrameNavigation: true,
  disableChildPageNavigation: true,
  disableFallbackToSetURL: true,
}

const consoleJourneys = 'tests/journeys/console/**/*.test.ts'
const longJourneys = {
  setupFiles: ['tests/kit/product/patient-fetch.ts', 'tests/kit/browser/report-pages.ts'],
  // What is waited for is a page of a busy machine; the usual second is for functions.
  expect: { poll: { timeout: 45_000 } },
  testTimeout: 300_000,
  hookTimeout: 120_000,
}

function project(name: string, include: string[], more: object = {}) {
  return {
    test: { ...defaultValue, exclude: unread, name, include, ...more },
  }
}

function nodeProject(name: string, include: string[], more: object = {}) {
  return project(name, include, { ...byNode, ...more })
}

export default defineConfig({
  test: {
    // Two cores are the smallest machine we promise to run on; tests start real databases and encoders.
    maxWorkers: 2,
    projects: [
      // Nothing here changes what all share, so files may share a worker and what it has imported: half the time.
      project('unit', [moduleTests], {
        exclude: [...unread, ...realPrograms, componentTests],
        pool: 'threads',
        isolate: false,
      }),
      project('components', [componentTests], {
        environment: 'happy-dom',
        // A link to another site is looked at, not followed.
        environmentOptions: { happyDOM: { settings: { navigation: stayHere } } },
        testTimeout: 20_000,
      }),
      // The server's modules are loaded once per worker: each file closes what it opened and restores what it changed.
      nodeProject('integration', realPrograms, { ...shared, globalSetup: [database] }),
      nodeProject('assumptions', ['tests/assumptions/**/*.test.ts'], { globalSetup: [database] }),
      nodeProject('contract', ['tests/contract/**/*.test.ts'], {
        globalSetup: [product],
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      nodeProject('simulation', ['tests/simulation/**/*.test.ts'], {
        globalSetup: [database],
        testTimeout: 120_000,
      }),
      // Needs an nginx on the machine: `npm run edge`, and no part of `npm test`.
      project('edge', ['tests/edge/*.test.ts'], {
        ...{ globalSetup: [product], testTimeout: 180_000, hookTimeout: 120_000 },
      }),
      // The same without the product, in front of the engine's origin.
      project('edge-alone', ['tests/edge/alone/*.test.ts']),
      // Needs WebKitGTK and Firefox on the machine: `npm run browsers`, and no part of `npm test`.
      project('browsers', ['tests/browsers/**/*.test.ts'], {
        globalSetup: [product],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      // The staff begin with an empty product of their own, which starts in seconds.
      nodeProject('console', [consoleJourneys], { ...longJourneys, globalSetup: [productTemplate] }),
      nodeProject('journeys', ['tests/journeys/**/*.test.ts'], {
        ...longJourneys,
        globalSetup: [product, productTemplate],
        exclude: [...unread, consoleJourneys],
        // Two at a time take as long together as one after the other: both wait for the same product and two cores.
        fileParallelism: false,
      }),
    ],
  },
})
