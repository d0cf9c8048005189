/** The public API of recommendations. */
export { learnTasteJob, recommendationWorkers } from './learn.ts'
export { type Recommendations, openRecommendations } from './open-recommendations.ts'
export { Taste } from './taste.ts'
export { tasteChangedChannel } from './taste-store.ts'
export { trainTaste } from './train.ts'
export { WatchLog } from './watch-log.ts'
export { becauseOf, choosePopular, chooseRows, isReason, type Choice } from './rules.ts'
