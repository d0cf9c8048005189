/** The tables of the catalogue: films, series, people, genres, providers, collections. */
export interface CatalogueTables {}
