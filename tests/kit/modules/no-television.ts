/** A television without channels and guide, for endpoints that look something up in it. */
import { Guide, type LiveTelevision } from '#server/television/television.ts'

export const noTelevision: Pick<LiveTelevision, 'now'> = {
  now: () => ({ channels: [], categories: [], guide: Guide.empty, channel: () => undefined }),
}
