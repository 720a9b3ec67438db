/** The version this page was built for. */
declare const __VERSION__: string;
