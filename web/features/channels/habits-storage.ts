/** Where the habits of this device's profile are stored: the home page asks for no more than whether there are any. */
import { profileStorage } from '#web/session/profile-storage.ts'

export const habitsStorage = profileStorage('ekran.channelHabits')

export function hasStoredHabits(): boolean {
  return habitsStorage.read() !== null
}
