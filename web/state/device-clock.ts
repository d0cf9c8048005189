/** Whether this device's clock can be right: no package runs before it was built, nor for many years. */
import { appPackage } from './app-package.ts'

const dayMs = 86_400_000
/** Longer than a television is used. */
const longestUseMs = 15 * 365 * dayMs

/** True when the clock is behind the build time of the package, or far ahead of it: no certificate is valid then. */
export function isClockWrong(nowMs: number): boolean {
  const builtAtMs = appPackage()?.builtAtMs
  return builtAtMs !== undefined && (nowMs < builtAtMs - dayMs || nowMs > builtAtMs + longestUseMs)
}
