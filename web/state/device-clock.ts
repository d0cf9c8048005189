/** Whether this device's clock can be right: no package runs before it was built. */
import { appPackage } from './app-package.ts'

const dayMs = 86_400_000

/** True when the clock is behind the build time of the package: certificates are not valid yet then. */
export function isClockBehind(nowMs: number): boolean {
  const builtAtMs = appPackage()?.builtAtMs
  return builtAtMs !== undefined && nowMs < builtAtMs - dayMs
}
