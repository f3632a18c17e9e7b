// The entry into a translation unit of the user's. It is included before the user's text, so no macro of the user's can
// change it. It includes no system headers, so it defines nothing that the user's own includes depend on.
//
// The unit ends with crs_entry, which calls its functions by number, and crs_global, which finds its variables.
// Arguments arrive as addresses of their values.
#ifndef CRS_HARNESS_ENTRY_H
#define CRS_HARNESS_ENTRY_H

#ifdef __cplusplus
#define CRS_ENTRY extern "C" __attribute__((visibility("default")))

// An argument that becomes what the parameter wants, whatever its type is called in C++.
struct CrsArgument {
    void *crs_place;
    template <class CrsT> operator CrsT() const { return *(CrsT *)crs_place; }
};
// A pointer to elements: no void *, so that the function itself is called where another one of its name takes that.
template <class CrsT> struct CrsElement {
    typedef CrsT *pointer;
};
template <> struct CrsElement<void> {
};
template <> struct CrsElement<const void> {
};
struct CrsPointer {
    void *crs_place;
    template <class CrsT, class CrsTo = typename CrsElement<CrsT>::pointer> operator CrsT *() const
    {
        return *(CrsTo *)crs_place;
    }
};
template <class CrsT> static inline void crs_store(void *crs_result, CrsT crs_value)
{
    *(CrsT *)crs_result = crs_value;
}

#define CRS_ARGUMENT(index, type) (CrsArgument{crs_arguments[index]})
#define CRS_POINTER_ARGUMENT(index) (CrsArgument{crs_arguments[index]})
#define CRS_ELEMENTS_ARGUMENT(index) (CrsPointer{crs_arguments[index]})
#define CRS_RESULT(type, call) crs_store(crs_result, call)
#else
#define CRS_ENTRY __attribute__((visibility("default")))
#define CRS_ARGUMENT(index, type) (*(type *)crs_arguments[index])
#define CRS_POINTER_ARGUMENT(index) (*(void **)crs_arguments[index])
#define CRS_ELEMENTS_ARGUMENT(index) (*(void **)crs_arguments[index])
#define CRS_RESULT(type, call) (*(type *)crs_result = (call))
#endif

CRS_ENTRY void crs_entry(int crs_function, void **crs_arguments, void *crs_result);
CRS_ENTRY void *crs_global(int crs_index);

#endif
