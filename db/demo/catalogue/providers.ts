/** Fictional owners of films; 3 is the one the list always ends with. */
export interface DemoProvider {
  readonly id: number
  readonly name: string
  readonly about_ru: string
  readonly about_uz: string
}

export const demoProviders: readonly DemoProvider[] = [
  {
    id: 1,
    name: 'Ekran',
    about_ru: 'Основная коллекция сервиса: кино и сериалы на каждый вечер.',
    about_uz: 'Xizmatning asosiy toʻplami: har oqshomga kino va seriallar.',
  },
  {
    id: 2,
    name: 'Registon Film',
    about_ru: 'Кино Узбекистана разных лет: от чёрно-белой классики до сегодняшних премьер.',
    about_uz: 'Turli yillardagi Oʻzbekiston kinosi: oq-qora asarlardan bugungi premyeralargacha.',
  },
  {
    id: 4,
    name: 'Simurgʻ Kids',
    about_ru: 'Мультфильмы и кино, которые можно включить и спокойно пить чай.',
    about_uz: 'Qoʻyib berib, bemalol choy ichsa boʻladigan multfilm va filmlar.',
  },
  {
    id: 5,
    name: 'Sharq Dorama',
    about_ru: 'Дорамы и аниме с переводом на узбекский и русский.',
    about_uz: 'Oʻzbekcha va ruscha tarjimadagi dorama va animelar.',
  },
  {
    id: 6,
    name: 'Gʻarb Kino',
    about_ru: 'Фестивальные и авторские фильмы со всего света.',
    about_uz: 'Butun dunyodan festival va mualliflik filmlari.',
  },
  {
    id: 3,
    name: 'Ekran Plus',
    about_ru: 'Премьеры и эксклюзивы раньше всех.',
    about_uz: 'Premyera va ekskluzivlar hammadan oldin.',
  },
]
