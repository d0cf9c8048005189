/** The values of a rail in words, for who must choose between two of them. */
import { countries } from '#contract/form/countries.ts'
import { secOfMoment } from '#console/i18n/moments.ts'
import { useLanguage } from '#console/session/preferences.ts'
import { brandsOf, useBrandNames } from '#console/screens/content/brands-field.tsx'
import { useHomeText } from './home-text.ts'
import { type Choices, type RailValues, listOf, namedIn } from './rail-values.ts'

type Shown = Readonly<Record<string, string | number | null>>

export function useShownValues(choices: Choices): (values: RailValues) => Shown {
  const t = useHomeText()
  const language = useLanguage()
  const nameBrands = useBrandNames()
  const nameOf =
    (all: readonly { readonly id: number; readonly name_ru: string; readonly name_uz: string }[]) =>
    (id: string) =>
      namedIn(
        language,
        all.find((one) => String(one.id) === id),
      ) || id
  return (values) => ({
    ...values,
    kind: t(`kind.${values.kind}` as 'kind.live'),
    audience: t(`audience.${values.audience}` as 'audience.guests'),
    platforms: listOf(values.platforms)
      .map((one) => t(`platform.${one}` as 'platform.web'))
      .join(', '),
    languages: listOf(values.languages)
      .map((one) => t(`language.${one}` as 'language.ru'))
      .join(', '),
    shown_from: secOfMoment(values.shown_from),
    shown_until: secOfMoment(values.shown_until),
    collection_id: nameOf(choices.collections)(values.collection_id),
    genre_id: nameOf(choices.genres)(values.genre_id),
    category_id: nameOf(choices.categories)(values.category_id),
    brands: nameBrands(brandsOf(values.brands)),
    cids: listOf(values.cids).map(nameOf(choices.channels)).join(', '),
    film_kind: t(`films.${values.film_kind}` as 'films.films'),
    order: t(`order.${values.order}` as 'order.name'),
    country: countries.find(({ code }) => code === values.country)?.[language === 'uz' ? 'uz' : 'ru'] ?? '',
  })
}
