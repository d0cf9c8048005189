/** The tables of television: channels, categories, the programme guide. */
export interface TelevisionTables {}
