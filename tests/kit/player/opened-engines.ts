/** Replaces the player library: pages under test open these engines, which the test controls. */
import { SimulatedEngine } from './simulated-player.ts'

/** The opened engines, the latest last. */
export const openedEngines: SimulatedEngine[] = []

export class ShakaEngine extends SimulatedEngine {
  constructor() {
    super()
    openedEngines.push(this)
  }
}
