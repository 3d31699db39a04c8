// Rules for the page's scripts and these tests. Types are checked by tsc.
const rules = {
  "eqeqeq": "error", "no-undef": "off", "no-unused-vars": "off", "no-var": "error", "prefer-const": "error",
  "no-eval": "error", "no-implied-eval": "error", "no-new-func": "error", "no-console": "error", "no-alert": "error",
  "no-shadow-restricted-names": "error", "no-dupe-keys": "error", "no-unreachable": "error", "no-self-assign": "error",
  "no-fallthrough": "error", "no-constant-condition": ["error", { checkLoops: false }],
};
export default [{ files: ["**/*.js", "**/*.mjs"], languageOptions: { ecmaVersion: 2023, sourceType: "module" }, rules }];
