/** What providers of saved places are called: they can be searched without naming a place. */
export const SAVED_PLACES = "Saved places";
