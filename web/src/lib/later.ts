/** What a first board does not need, fetched when any of it is first wanted. */
export const later = () => import('../later');
