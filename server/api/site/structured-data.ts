/**
 * schema.org data of a page. Addresses are paths; the caller that writes them into the page adds the site's origin.
 */
import type { FilmFacts, HeadFacts, PersonFact } from '#server/api/context/head-facts.ts'
import type { Language } from '#contract/form/failures.ts'
import { type PageName, pathOf } from '#contract/form/pages.ts'

type Data = Readonly<Record<string, unknown>>

/** One object with all parts: search engines read a graph like several objects. */
export function graphOf(parts: readonly Data[]): object | undefined {
  return parts.length === 0 ? undefined : { '@context': 'https://schema.org', '@graph': parts }
}

/** The site itself, and the address of its search. */
export function webSite(language: Language, root: string, service: string): Data {
  return {
    '@type': 'WebSite',
    name: service,
    url: root,
    inLanguage: language,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${pathOf('search')}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** The path from the home page to this one; the last step is the page itself. */
export function breadcrumbs(steps: readonly { readonly name: string; readonly path: string }[]): Data {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: path,
    })),
  }
}

export function faqPage(answers: readonly { readonly question: string; readonly text: string }[]): Data {
  return {
    '@type': 'FAQPage',
    mainEntity: answers.map(({ question, text }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  }
}

/** A film, a series or a news item; undefined for kinds without a matching schema.org type. */
export function thingData(
  facts: HeadFacts,
  path: string,
  language: Language,
  service: string,
): Data | undefined {
  if (facts.kind === 'news') return newsArticle(facts, path, service)
  if (facts.kind === 'person') return person(facts, path)
  if (facts.kind === 'channel' || facts.kind === 'collection') return undefined
  const { film } = facts
  return {
    '@type': facts.kind === 'series' ? 'TVSeries' : 'Movie',
    name: facts.name,
    description: facts.description,
    url: path,
    ...(facts.image === null ? {} : { image: facts.image }),
    ...(facts.year === undefined ? {} : { dateCreated: String(facts.year) }),
    ...(film === undefined ? {} : filmData(film, facts, language)),
  }
}

function filmData(film: FilmFacts, facts: HeadFacts, language: Language): Data {
  const people = (list: readonly PersonFact[]) =>
    list.map(({ id, name }) => ({
      '@type': 'Person',
      name,
      url: pathOf('person', { provider: id }, language === 'uz' ? 'uz' : null),
    }))
  const { rating } = film
  return {
    ...(film.originalName === '' || film.originalName === facts.name
      ? {}
      : { alternateName: film.originalName }),
    ...(film.genres.length === 0 ? {} : { genre: film.genres }),
    ...(film.countries.length === 0
      ? {}
      : { countryOfOrigin: film.countries.map((name) => ({ '@type': 'Country', name })) }),
    ...(film.directors.length === 0 ? {} : { director: people(film.directors) }),
    ...(film.actors.length === 0 ? {} : { actor: people(film.actors) }),
    ...(film.ageRating === '' ? {} : { contentRating: film.ageRating }),
    ...(facts.kind === 'film' && film.durationMin > 0 ? { duration: `PT${film.durationMin}M` } : {}),
    ...(facts.kind === 'series' && film.seasons > 0
      ? { numberOfSeasons: film.seasons, numberOfEpisodes: film.episodes }
      : {}),
    // Only our own viewers' rating, with its count: another site's rating may not be published as ours.
    ...(rating === null || rating.count === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating.average,
            ratingCount: rating.count,
            bestRating: 10,
            worstRating: 1,
          },
        }),
  }
}

function person(facts: HeadFacts, path: string): Data {
  return {
    '@type': 'Person',
    name: facts.name,
    url: path,
    ...(facts.image === null ? {} : { image: facts.image }),
    ...(facts.description === '' ? {} : { description: facts.description }),
  }
}

function newsArticle(facts: HeadFacts, path: string, service: string): Data {
  const { publishedAtMs } = facts
  return {
    '@type': 'NewsArticle',
    headline: facts.name,
    description: facts.description,
    url: path,
    mainEntityOfPage: path,
    ...(facts.image === null ? {} : { image: [facts.image] }),
    ...(publishedAtMs === undefined ? {} : { datePublished: new Date(publishedAtMs).toISOString() }),
    publisher: { '@type': 'Organization', name: service },
  }
}

const names: Readonly<Record<Language, Readonly<Partial<Record<PageName, string>>>>> = {
  ru: {
    home: 'Главная',
    newMovies: 'Фильмы',
    serials: 'Сериалы',
    kids: 'Детям',
    uzbek: 'Узбекское кино',
    tv: 'Телеканалы',
    news: 'Новости',
    tariff: 'Тарифы',
    policy: 'Условия и конфиденциальность',
  },
  uz: {
    home: 'Bosh sahifa',
    newMovies: 'Filmlar',
    serials: 'Seriallar',
    kids: 'Bolalarga',
    uzbek: 'Oʻzbek kinosi',
    tv: 'Telekanallar',
    news: 'Yangiliklar',
    tariff: 'Tariflar',
    policy: 'Shartlar va maxfiylik',
  },
}

/** A breadcrumb of a page, by its name; undefined for one without a page. */
export function stepOf(page: PageName, language: Language): { name: string; path: string } | undefined {
  const name = names[language][page]
  return name === undefined ? undefined : { name, path: pathOf(page, {}, language === 'uz' ? 'uz' : null) }
}
