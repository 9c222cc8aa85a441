"""Names that Singular 4.3.1 and the libraries that our scripts load have taken.

From `reservedNameList();` and, after `LIB "primdec.lib";`, `listvar(Top);`, with the keywords that neither lists.
"""

_WORDS = """
ASCII ASSUME A_Z A_Z_L AltVarEnd AltVarStart Ann ERROR Exterior Float GCD Gweights IN IsSCA LIB NF RETURN
SuperCommutative TRACE Top UpOneMatrix VERSION Weyl absFactorize absFactorizeBCG absPrimdecGTZ absPrimdecGTZE
absValue addNvarsTo addcol addrow addvarsTo algeDeco algeDecoE alias align allprint and apply attrib bareiss
basering betti bigint bigintmat binomial blowup0 bracket branchTo break breakpoint changechar changeord
changeordTo changevar char char_series charstr chinrem cleardenom close coef coeffs colred compress concat
content continue contract convhull create_ring cring crossprod cyclic datetime dbprint def default defined
defring defringp defrings deg degBound degree delete deleteSublist denominator det diag diff dim div division
dsum dump echo elemSymmId elemSymmPoly elim elim1 elim2 elimRing eliminate else embedMat envelope equiRadical
equidim equidimMax equidimMaxEHV eval example execute exit export exportto extF extendring exteriorBasis
exteriorPower extgcd facstd factmodd factorH factorial factorize false farey fetch fetchall fglm fglmquot
fibonacci find findimAlgebra finduni flatten for forif fprintf freemodule freerank fres frwalk gauss_col
gauss_row gcd gcdTest gen genericid genericmat getdump groebner hasAlgExtensionCoefficient hasCommutativeVars
hasFieldCoefficient hasGFCoefficient hasGlobalOrdering hasMixedOrdering hasNumericCoeffs hasQQCoefficient
hasTransExtensionCoefficient hasZpCoefficient hasZp_aCoefficient headStand help highcorner hilb hilbPoly
hilbRing homog hres id2mod ideal idealsEqual if imap imapall impart importfrom indepSet insepDecomp_i insert
int interpolation interred intersect intmat intvec isCentral isCommutative isLieType isNC isQuotientRing
isSubModule isWeyl is_complex is_zero jacob janet jet kat_var katsura kbase keepring kernel kill killall
killattrib kmemory koszul kres laguerre lcm lead leadcoef leadexp leadmonom lift liftstd linear_relations link
list listvar load lprint lres ludecomp luinverse lusolve makeHeisenberg makeModElimRing makeWeyl map mapall
matrix max maxcoef maxdeg maxdeg1 maxideal memory min minAss minAssChar minAssCharE minAssChar_i minAssE
minAssGTZ minAssGTZE minAssPrimesold minAssPrimesoldE minSat minbase mindeg mindeg1 minor minpoly minres mod
mod2id module modulo moduloSlim monitor monomial mpresmat mres mstd mult multBound multcol multiplicity
multrow nameof names ncRelations nc_algebra ncalgebra ncols ndcond newMaxIndependSetDp newMaxIndependSetLp
newZero_decomp newline newstruct newtonDiag noether normalize not npars nres nrows nselect number number_e
number_pi numerator nvars open oppose opposite option optionIsSet or ord ord_test ordstr outer package
pagelength pagewidth par par2varRing parameter pardeg parstr pause permcol permrow pmat poly polyBucket power
preimage preimageLoc prepareAss primaryTest primdecGTZ primdecGTZE primdecSY primdecSYE prime primecoeffs
primefactors primes print printf printlevel proc product prune pyobject qhweight qrds qring qslimgb quit quot
quote quotient quotient1 quotient2 quotient3 quotient4 quotient5 quotientList rMacaulay rad_con radical
radicalEHV random randomBinomial randomLast randomid randommat rank read reduce regularity repart res
reservedName reservedNameList resolution restart resultant return rightModulo rightNF rightStd rightSyz
rightstd ring ring_list ringlist ringtensor ringweights rm_unitcol rm_unitrow rootofUnity rowred rtimer rvar
sat sba select select1 sep setring short show showrecursive simplex simplify size skewmat slimgb smatrix sort
sortvec sparseHomogIdeal sparseid sparsemat sparsematrix sparsepoly sparsetriag split sprintf sqrfree sres
status std stdfglm stdhilb string submat subrInterred subst substitute sum superCommutative symmat
symmetricBasis symmetricPower system syz tab tensor test testPrimary testPrimaryE timeFactorize timeStd timer
trace transpose triagmatrix triangL triangLfak triangM triangMH true twostd type typeof unitmat univariate
uressolve vandermonde var variables varstr vdim vector verbose voice waitall waitfirst watchdog wedge weight
weightKB weightedRing while whileif write zeroRad zeroSepClos zeroSp zero_decomp zerodec
"""

SINGULAR_NAMES = frozenset(_WORDS.split())
