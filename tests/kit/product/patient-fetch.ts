/**
 * For journeys: what a test itself requests of a product that is too busy at the moment is requested again, as pages and
 * apps do. A refused request would otherwise look like an answer.
 */
import { requestWhenFree } from './retry-when-busy.ts'

const impatientFetch = globalThis.fetch

globalThis.fetch = (input, init) => requestWhenFree(() => impatientFetch(input, init))
