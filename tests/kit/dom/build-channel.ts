import type { Channel, Programme } from '#contract/channels/channels.ts'

/** A programme of an hour that starts at the second 1,800,000,000 and has a recording. */
export function buildProgramme(pid: number, own: Partial<Programme> = {}): Programme {
  const begin_time = own.begin_time ?? 1_800_000_000
  return {
    pid,
    cid: 1,
    title: `Передача ${pid}`,
    sub_title: '',
    season: null,
    episode: null,
    description: '',
    category: '',
    age_rating: '',
    begin_time,
    end_time: begin_time + 3600,
    url: `/archive/${pid}`,
    ...own,
  }
}

/** A channel that can be watched and whose guide is empty. */
export function buildChannel(id: number, own: Partial<Channel> = {}): Channel {
  return {
    id,
    number: id,
    name: `Канал ${id}`,
    logo: '',
    category: 1,
    category_id: 1,
    additional_categories: [],
    is_favorited: 0,
    is_available: 1,
    is_social: 0,
    is_radio: 0,
    has_archive: 1,
    now: null,
    next: null,
    ...own,
  }
}
