/** Stands in the place of the player library: pages under test open these engines, which obey the test. */
import { SimulatedEngine } from './simulated-player.ts'

/** The engines that have been opened, the latest last. */
export const openedEngines: SimulatedEngine[] = []

export class ShakaEngine extends SimulatedEngine {
  constructor() {
    super()
    openedEngines.push(this)
  }
}
