import type { Episode, FilmCard, FilmDetail, Season } from '#contract/films/films.ts'

/** A film as lists show it. */
export function buildFilmCard(vid: number, own: Partial<FilmCard> = {}): FilmCard {
  return {
    vid,
    name: `Фильм ${vid}`,
    original_name: '',
    year: 2020,
    thumbnail_small: '',
    thumbnail_big: '',
    screenshot_big: '',
    category: 1,
    is_series: 0,
    genres: [],
    countries: [],
    duration_min: 100,
    age_rating: '',
    rating_kp: null,
    rating_imdb: null,
    has_subscription: 0,
    free_movie: 0,
    premier: 0,
    exclusive: 0,
    new_episodes: 0,
    ...own,
  }
}

/** A film as its page gets it: it can be watched, its one file is `vid * 10` and lasts 6000 seconds. */
export function buildFilmDetail(own: Partial<FilmDetail> & { readonly vid: number }): FilmDetail {
  return {
    ...buildFilmCard(own.vid),
    description: '',
    director: '',
    directors: [],
    provider_id: 1,
    provider_name: '',
    actors: [],
    files: [{ vfid: own.vid * 10, kind: 'film', duration_sec: 6000, is_ready: 1 }],
    seasons: [],
    is_favorited: 0,
    access: { state: 'watch', price: null },
    ...own,
  }
}

/** A series with this many seasons, numbered from 1; the id of a season is its number times 100. */
export function buildSeries(vid: number, seasonCount: number, own: Partial<FilmDetail> = {}): FilmDetail {
  const seasons = Array.from({ length: seasonCount }, (_, index): Season => {
    const number = index + 1
    return { season_id: number * 100, number, name: '', episode_count: 3 }
  })
  return buildFilmDetail({ vid, name: `Сериал ${vid}`, is_series: 1, files: [], seasons, ...own })
}

/** An episode of 1000 seconds; the id of its file is that of the season plus its own number. */
export function buildEpisode(season_id: number, number: number, own: Partial<Episode> = {}): Episode {
  return {
    vfid: season_id + number,
    season_id,
    number,
    last_number: number,
    name: `Серия о числе ${number}`,
    description: '',
    still: '',
    duration_sec: 1000,
    is_ready: 1,
    ...own,
  }
}
