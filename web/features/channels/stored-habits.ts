/** The habits of this device's profile, in its storage; a logout forgets them. */
import { parseHabits, withWatched, type ChannelHabit } from './channel-habits.ts'
import { habitsStorage } from './habits-storage.ts'

export function storedHabits(): readonly ChannelHabit[] {
  try {
    return parseHabits(JSON.parse(habitsStorage.read() ?? '[]'))
  } catch {
    return []
  }
}

/** Adds minutes of a channel watched until now. */
export function noteWatchedChannel(cid: number, minutes: number): void {
  const now = new Date()
  const watched = { cid, minutes, atSec: Math.floor(now.getTime() / 1000), hour: now.getHours() }
  habitsStorage.write(JSON.stringify(withWatched(storedHabits(), watched)))
}
